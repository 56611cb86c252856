import { expect, test } from 'vitest';
import { NOTIFICATION_STAYS } from './notify.tsx';

test('notifications stay as long as the specification says', () => {
  // Spec 1 §9: 3, 5 or 10 seconds. Spec 2 §9: 7 for success, 5 to 10 for errors.
  expect(NOTIFICATION_STAYS).toEqual({
    shownChange: 3_000,
    orders: 5_000,
    offer: 10_000,
    settings: 7_000,
    error: 10_000,
  });
});
