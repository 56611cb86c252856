import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { NOTIFICATION_STAYS, notifyError, notifySuccess } from './notify.tsx';

afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
  vi.useRealTimers();
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

test('a notification closes after its time; a success counts as one of settings by default', async () => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  vi.stubGlobal('document', { documentElement: undefined });
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '16px' }));
  vi.useFakeTimers();
  notifySuccess({ title: 'Tag added' });
  notifySuccess({ about: 'orders', title: 'Order updated' });
  notifyError({ title: 'Tag not added' });
  const shown = () => notificationsStore.getState().notifications;
  await vi.waitFor(() => expect(shown()).toHaveLength(3));
  for (const notice of shown()) notice.onOpen?.(notice);
  const titlesAfter = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return shown().map(({ title }) => title);
  };
  expect(await titlesAfter(5_000)).toEqual(['Tag added', 'Tag not added']);
  expect(await titlesAfter(2_000)).toEqual(['Tag not added']);
  expect(await titlesAfter(2_900)).toEqual(['Tag not added']);
  expect(await titlesAfter(100)).toEqual([]);
});
