import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { NOTIFICATION_STAYS, notifyError, notifySuccess } from './notify.tsx';

afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

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

test('a success is one of creation and settings unless it says otherwise', async () => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  notifySuccess({ title: 'Tag added' });
  notifySuccess({ about: 'orders', title: 'Order updated' });
  notifyError({ title: 'Tag not added' });
  const shown = () => notificationsStore.getState().notifications;
  await vi.waitFor(() => expect(shown()).toHaveLength(3));
  expect(shown().map(({ autoClose }) => autoClose)).toEqual([7_000, 5_000, 10_000]);
});
