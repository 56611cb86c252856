import type { NewPackage } from '@portage/contract/packages';
import { describe, expect, test } from 'vitest';
import { canCarry, priceOfPackages } from './price-packages.ts';

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
  const surcharge = (one: NewPackage) => priceOfPackages([one], 0);

  test('the base price covers 25 lb and a cube of 10 inches', () => {
    expect(surcharge({})).toBe(0);
    expect(surcharge({ ...weighing(25), ...measuring(10, 10, 10) })).toBe(0);
    expect(surcharge(measuring(25.4, 25.4, 25.4, 'cm'))).toBe(0);
  });

  test('each pound begun above 25 costs 35 cents', () => {
    expect(surcharge(weighing(25.1))).toBe(35);
    expect(surcharge(weighing(26))).toBe(35);
    expect(surcharge(weighing(26.1))).toBe(70);
    expect(surcharge(weighing(70))).toBe(45 * 35);
  });

  test('kilograms cost what the same weight in pounds does', () => {
    expect(surcharge(weighing(11.34, 'kg'))).toBe(0);
    expect(surcharge(weighing(20, 'kg'))).toBe(surcharge(weighing(44.1)));
  });

  test('a bulky package pays for its dimensional weight, 139 cubic inches a pound', () => {
    // 20³ = 8000 in³ is 7000 above what is covered: 50.4 lb.
    expect(surcharge(measuring(20, 20, 20))).toBe(51 * 35);
    expect(surcharge(measuring(50.8, 50.8, 50.8, 'cm'))).toBe(51 * 35);
  });

  test('of weight and dimensional weight the larger excess counts, not both', () => {
    expect(surcharge({ ...weighing(30), ...measuring(20, 20, 20) })).toBe(51 * 35);
    expect(surcharge({ ...weighing(100), ...measuring(20, 20, 20) })).toBe(75 * 35);
  });
});

describe('the price of an order', () => {
  test('is that of all its packages', () => {
    expect(priceOfPackages([{}, weighing(26), weighing(10)], 1200)).toBe(3 * 1200 + 35);
  });

  test('is that of one package when none is listed', () => {
    expect(priceOfPackages([], 1200)).toBe(1200);
  });
});

describe('what Portage carries', () => {
  test('parcels up to 70 lb and 108 inches go for every merchant', () => {
    expect(canCarry([weighing(70)], false)).toBe(true);
    expect(canCarry([measuring(108, 1, 1)], false)).toBe(true);
  });

  test('heavier or longer packages go only for merchants that may send HEAVY orders', () => {
    for (const heavy of [weighing(70.1), weighing(31.8, 'kg'), measuring(1, 1, 108.1)]) {
      expect(canCarry([{}, heavy], false)).toBe(false);
      expect(canCarry([{}, heavy], true)).toBe(true);
    }
  });

  test('nothing above 500 lb or longer than a truck goes at all', () => {
    expect(canCarry([weighing(500)], true)).toBe(true);
    expect(canCarry([weighing(500.1)], true)).toBe(false);
    expect(canCarry([weighing(226.9, 'kg')], true)).toBe(false);
    expect(canCarry([measuring(1, 241, 1)], true)).toBe(false);
  });
});
