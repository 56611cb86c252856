import { expect, test } from 'vitest';
import { clockSpan } from '@portage/contract/rates/rate-words';
import { exampleDraft } from '../testing/example-draft.ts';
import { deliveryServicesOffered, settledDeliveryService } from './rate-calls.ts';
import { dayText } from './RateChoice.tsx';

const { packages } = exampleDraft();
const heavyPackages = packages.map((one) => ({
  ...one,
  weightOptions: { weight: '40', unit: 'kg' as const },
}));

test('a parcel is left at the door or handed over at the threshold', () => {
  expect(deliveryServicesOffered(exampleDraft())).toEqual(['TO_THE_DOOR', 'THRESHOLD']);
});

test('a heavy order and a customer booking may be carried into the home', () => {
  const heavy = exampleDraft({ packages: heavyPackages });
  const booking = exampleDraft({ service: 'CUSTOMER_BOOKING' });
  expect(deliveryServicesOffered(heavy)).toContain('WHITE_GLOVE');
  expect(deliveryServicesOffered(booking)).toContain('WHITE_GLOVE');
});

test('a delivery service that is no longer offered resets to the door', () => {
  const heavy = exampleDraft({ packages: heavyPackages, deliveryService: 'WHITE_GLOVE' });
  expect(settledDeliveryService(heavy)).toBe('WHITE_GLOVE');
  expect(settledDeliveryService({ ...heavy, packages })).toBe('TO_THE_DOOR');
});

test('packages without measures yet are offered what a parcel is', () => {
  const unmeasured = packages.map((one) => ({
    ...one,
    weightOptions: { weight: '', unit: 'lb' as const },
  }));
  expect(deliveryServicesOffered(exampleDraft({ packages: unmeasured }))).toHaveLength(2);
});

const window = { date: '2026-11-26', deliveryWindow: { timeStart: '09:00', timeEnd: '12:00' } };

/** Intl uses several kinds of spaces, which look alike. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('a day is named by weekday, month and number in each language', () => {
  expect(plain(dayText(window.date, 'en'))).toBe('Thursday, November 26');
  expect(plain(dayText(window.date, 'fr'))).toBe('jeudi 26 novembre');
  expect(plain(dayText('2026-12-01', 'fr'))).toBe('mardi 1er décembre');
  expect(plain(dayText('2026-12-11', 'fr'))).toBe('vendredi 11 décembre');
});

test('the hours of a window are those of its origin, not of the reader', () => {
  expect(plain(clockSpan(window.deliveryWindow, 'en'))).toBe('9 a.m. – 12 p.m.');
  expect(plain(clockSpan(window.deliveryWindow, 'fr'))).toBe('9 h – 12 h');
});
