import { expect, test } from 'vitest';
import { photosOf } from './event-photos.ts';

const delivered = { event: 'DELIVERED', timestamp: 1, trackingNumber: 'PTG0000000000' };

test('the photos of an event are those of the delivery, then those of the signature', () => {
  const photos = photosOf({
    ...delivered,
    signaturePhotosUrls: ['https://photos.example/signature.png'],
    verificationPhotosUrls: ['https://photos.example/door.jpg', 'http://photos.example/box.jpg'],
  });
  expect(photos).toEqual([
    { kind: 'verification', url: 'https://photos.example/door.jpg' },
    { kind: 'verification', url: 'http://photos.example/box.jpg' },
    { kind: 'signature', url: 'https://photos.example/signature.png' },
  ]);
});

test('an event without photos has none', () => {
  expect(photosOf(delivered)).toEqual([]);
});

test('an address that is not one of the web is no photo', () => {
  const urls = ['javascript:alert(1)', 'data:text/html,<b>', 'door.jpg', ''];
  expect(photosOf({ ...delivered, verificationPhotosUrls: urls })).toEqual([]);
});
