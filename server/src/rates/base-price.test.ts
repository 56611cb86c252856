import { expect, test } from 'vitest';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { basePrice } from './base-price.ts';

const DESTINATION = 'M5V 2T6';
const centsOf = (base: ReturnType<typeof basePrice>) =>
  typeof base === 'string' ? base : base.cents;
const priceWith = (...pricingRows: { postalPrefix: string; price: number }[]) =>
  centsOf(basePrice(shippedTariff(), 'NEXTDAY', 'metro', DESTINATION, pricingRows));

test('without a pricing row for the destination the tariff holds', () => {
  expect(priceWith()).toBe(1200);
  expect(priceWith({ postalPrefix: 'H2', price: 7 })).toBe(1200);
});

test('the longest postal prefix wins, in whatever order the rows stand', () => {
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

test('a merchant may have the delivery for nothing, but a price below zero is no price', () => {
  expect(priceWith({ postalPrefix: 'M', price: 0 })).toBe(0);
  expect(priceWith({ postalPrefix: 'M', price: -1 })).toBe('price_invalid');
});

test('a pricing row does not carry a service further than it goes', () => {
  const rows = [{ postalPrefix: '', price: 5 }];
  expect(basePrice(shippedTariff(), 'SAMEDAY', 'corridor', DESTINATION, rows)).toBe(
    'route_not_served',
  );
});
