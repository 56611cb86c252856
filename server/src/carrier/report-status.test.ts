import { expect, test } from 'vitest';
import type { CarrierStatus } from '@portage/contract/orders/order-status';
import { after, NOW } from '../testing/applied-events.ts';
import { locatedOrder, statusReport } from '../testing/carrier-events.ts';

test('the notes of the last failure are kept, whichever comes last', () => {
  const order = locatedOrder(NOW);
  const first = statusReport(order, 'DELIVERY_FAILED', NOW + 1, { notes: 'Dog' });
  const last = statusReport(order, 'DELIVERY_FAILED', NOW + 2, { notes: 'Nobody home' });
  for (const events of [
    [first, last],
    [last, first],
  ]) {
    expect(after(order, events)).toMatchObject({ failedAt: NOW + 2, failureNotes: 'Nobody home' });
  }
});

test('the notes of a failure are kept until the order follows it', () => {
  const order = locatedOrder(NOW);
  const report = (status: CarrierStatus, at: number, notes?: string) =>
    statusReport(order, status, NOW + at, { notes });
  const events = [
    report('OUT_FOR_DELIVERY', 1),
    report('DELIVERY_FAILED', 2, 'Dog'),
    report('DELIVERY_FAILED', 4, 'Nobody home'),
    report('RECEIVED_AT_DESTINATION', 5),
    report('OUT_FOR_DELIVERY', 3),
  ];
  expect(after(order, events)).toMatchObject({
    failedAt: NOW + 4,
    failureNotes: 'Nobody home',
  });
});

test('photos are told by the paths at which the session finds them', () => {
  const order = locatedOrder(NOW);
  const [proof, signature] = [crypto.randomUUID(), crypto.randomUUID()];
  const report = statusReport(order, 'DELIVERED', NOW, {
    verificationPhotos: [proof],
    signaturePhotos: [signature],
  });
  expect(after(order, [report]).timelineEvents.at(-1)).toMatchObject({
    verificationPhotosUrls: [`/orders/${order.id}/photos/${proof}`],
    signaturePhotosUrls: [`/orders/${order.id}/photos/${signature}`],
  });
});
