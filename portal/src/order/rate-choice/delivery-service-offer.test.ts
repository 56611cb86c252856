import { expect, test } from 'vitest';
import { exampleDraft } from '../testing/example-draft.ts';
import { deliveryServicesOffered, settledDeliveryService } from './rate-calls.ts';

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
