import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PHOTO_LINK_LASTS, photoEndpoints } from '@portage/contract/orders/photos';
import { TEST_NOW } from '../testing/build-test-server.ts';
import { readPhotoLink, writePhotoLink } from './photo-links.ts';

const KEY = randomBytes(32);

const linkedPhoto = fc.record({
  merchantId: fc.uuid(),
  orderId: fc.uuid(),
  photoId: fc.uuid(),
  expiresAt: fc.integer({ min: TEST_NOW + 1, max: TEST_NOW + PHOTO_LINK_LASTS }),
});

test('a link names its photo, is one path segment, and works until it expires', () => {
  const { params } = photoEndpoints.open;
  fc.assert(
    fc.property(linkedPhoto, (photo) => {
      const link = writePhotoLink(KEY, photo);
      expect(link).toMatch(/^[\w-]+$/);
      expect(params.safeParse({ link }).success).toBe(true);
      expect(readPhotoLink(KEY, link, photo.expiresAt - 1)).toEqual(photo);
      expect(readPhotoLink(KEY, link, photo.expiresAt)).toBeUndefined();
    }),
  );
});

test('a link that was changed opens nothing', () => {
  const character = fc.constantFrom(...Array.from('AQaz09-_=+/ é'));
  const change = fc.record({
    at: fc.nat({ max: 120 }),
    removed: fc.nat({ max: 3 }),
    added: fc.string({ unit: character, maxLength: 3 }),
  });
  fc.assert(
    fc.property(linkedPhoto, change, (photo, { at, removed, added }) => {
      const link = writePhotoLink(KEY, photo);
      const changed = link.slice(0, at) + added + link.slice(at + removed);
      fc.pre(changed !== link);
      expect(readPhotoLink(KEY, changed, TEST_NOW)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

test('a link of another key and a malformed link open nothing', () => {
  fc.assert(
    fc.property(linkedPhoto, fc.string({ maxLength: 300 }), (photo, text) => {
      const link = writePhotoLink(randomBytes(32), photo);
      expect(readPhotoLink(KEY, link, TEST_NOW)).toBeUndefined();
      expect(readPhotoLink(KEY, text, TEST_NOW)).toBeUndefined();
    }),
  );
});
