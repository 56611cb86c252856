import { describe, expect, test } from 'vitest';
import type { NewPackage } from '@portage/contract/orders/packages';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { priceOf, pricePackages, tooMuch, basePrice } from './price-packages.ts';

const DESTINATION = 'M5V 2T6';
const centsOf = (base: ReturnType<typeof basePrice>) =>
  typeof base === 'string' ? base : base.cents;
const priceWith = (...pricingRows: { postalPrefix: string; price: number }[]) =>
  centsOf(basePrice(shippedTariff(), 'NEXTDAY', 'metro', DESTINATION, pricingRows));

test('without a pricing row for the destination the tariff applies', () => {
  expect(priceWith()).toBe(1200);
  expect(priceWith({ postalPrefix: 'H2', price: 7 })).toBe(1200);
});

test('the longest postal prefix wins, in any order of the rows', () => {
  const rows = [
    { postalPrefix: 'M', price: 9 },
    { postalPrefix: 'M5V2', price: 6.5 },
    { postalPrefix: 'M5V', price: 7 },
  ];
  expect(priceWith(...rows)).toBe(650);
  expect(priceWith(...rows.toReversed())).toBe(650);
});

test('a prefix matches in any case and spacing, and an empty one matches everywhere', () => {
  expect(priceWith({ postalPrefix: 'm5v 2t', price: 7 })).toBe(700);
  expect(priceWith({ postalPrefix: '', price: 5 })).toBe(500);
});

test('prices are rounded to the cent, half a cent up, as in decimal arithmetic', () => {
  expect(priceWith({ postalPrefix: 'M', price: 9.02 })).toBe(902);
  expect(priceWith({ postalPrefix: 'M', price: 8.285 })).toBe(829);
  expect(priceWith({ postalPrefix: 'M', price: 1.005 })).toBe(101);
  expect(priceWith({ postalPrefix: 'M', price: 8.2849 })).toBe(828);
});

test('a price may be zero, but a negative one is not a price', () => {
  expect(priceWith({ postalPrefix: 'M', price: 0 })).toBe(0);
  expect(priceWith({ postalPrefix: 'M', price: -1 })).toBe('price_invalid');
});

test('a pricing row does not extend a service’s range', () => {
  const rows = [{ postalPrefix: '', price: 5 }];
  expect(basePrice(shippedTariff(), 'SAMEDAY', 'corridor', DESTINATION, rows)).toBe(
    'route_not_served',
  );
});

const tariff = shippedTariff();
const weighing = (weight: number, unit: 'lb' | 'kg' = 'lb'): NewPackage => ({
  weightOptions: { weight, unit },
});
const measuring = (
  length: number,
  width: number,
  height: number,
  unit: 'inch' | 'cm' = 'inch',
): NewPackage => ({ sizeOptions: { length, width, height, unit } });

describe('the surcharge of a package', () => {
  const surcharge = (one: NewPackage) =>
    priceOf(pricePackages(tariff, [one], { base: 0, zone: 0 }));

  test('the base price covers 25 lb and a cube of 10 inches', () => {
    expect(surcharge({})).toBe(0);
    expect(surcharge({ ...weighing(25), ...measuring(10, 10, 10) })).toBe(0);
    expect(surcharge(measuring(25.4, 25.4, 25.4, 'cm'))).toBe(0);
  });

  test('the larger excess of weight and dimensional weight counts, not both', () => {
    expect(surcharge({ ...weighing(30), ...measuring(20, 20, 20) })).toBe(51 * 35);
    expect(surcharge({ ...weighing(100), ...measuring(20, 20, 20) })).toBe(75 * 35);
  });
});

test('the price of an order is that of all its packages', () => {
  const each = { base: 1200, zone: 50 };
  const parts = pricePackages(tariff, [{}, weighing(26), weighing(10)], each);
  expect(parts).toEqual({ packages: 3, base: 3600, zone: 150, weight: 35, size: 0 });
  expect(priceOf(parts)).toBe(3785);
});

test('the surcharge for size is stated separately from that for weight', () => {
  const parts = pricePackages(tariff, [{ ...weighing(30), ...measuring(20, 20, 20) }], {
    base: 0,
    zone: 0,
  });
  expect(parts).toMatchObject({ weight: 5 * 35, size: 46 * 35 });
});

test('a package that is too high or too wide is too large', () => {
  expect(tooMuch(tariff, [{}, measuring(1, 1, 108.1)], false)).toBeDefined();
  expect(tooMuch(tariff, [measuring(1, 241, 1)], true)).toBeDefined();
});
