import { expect, test } from 'vitest';
import { photoPath } from '@portage/contract/orders/photos';
import { isPhotoPath, photosOf, photosOfTask } from './OrderTracking.tsx';

const delivered = { event: 'DELIVERED', timestamp: 1, trackingNumber: 'PTG0000000000' };
const OWN = photoPath(
  '01980000-0000-7000-8000-000000000001',
  '01980000-0000-7000-8000-000000000002',
);

test('the photos of an event are those of the delivery, then those of the signature', () => {
  const photos = photosOf({
    ...delivered,
    signaturePhotosUrls: ['https://photos.example/signature.png'],
    verificationPhotosUrls: [OWN, 'http://photos.example/box.jpg'],
  });
  expect(photos).toEqual([
    { kind: 'verification', place: OWN },
    { kind: 'verification', place: 'http://photos.example/box.jpg' },
    { kind: 'signature', place: 'https://photos.example/signature.png' },
  ]);
});

test('an event without photos has none', () => {
  expect(photosOf(delivered)).toEqual([]);
});

test('the photos of a driver’s stop are those that can be opened', () => {
  const stop = { id: '1', shortId: 'A1', taskType: 'DROPOFF', taskStatus: 'COMPLETED' } as const;
  expect(photosOfTask(stop)).toEqual([]);
  expect(photosOfTask({ ...stop, completionPhotosUrl: ['javascript:alert(1)', OWN] })).toEqual([
    { kind: 'completion', place: OWN },
  ]);
});

test('an address that is neither an order’s photo nor a web address is not a photo', () => {
  const places = [
    'javascript:alert(1)',
    'data:text/html,<b>',
    'door.jpg',
    '',
    '/orders/1/photos/2',
    `${OWN}/../../x`,
    `x${OWN}`,
  ];
  expect(photosOf({ ...delivered, verificationPhotosUrls: places })).toEqual([]);
});

test('stored photos are distinguished from web photos', () => {
  expect(isPhotoPath(OWN)).toBe(true);
  expect(isPhotoPath(`https://photos.example${OWN}`)).toBe(false);
});
