import { randomId } from '@mantine/hooks';
import type { NotificationData } from '@mantine/notifications';
import { createStore } from './store.ts';

/** Whether notifications are drawn: from when the first of them was asked for, and their code is there. */
export const noticesAreDrawn = createStore(false);

/** Whether any was asked for: without one there is nothing to take down. */
let isAnyAsked = false;

/** Fetches what draws notifications; no page needs it to show. */
export const loadNotices = () => import('./Notices.tsx');

/** Shows a notification, and answers with its id. */
export function showNotice(data: NotificationData): string {
  const id = randomId();
  void withNotices(({ show }) => show({ ...data, id }));
  return id;
}

/** Changes a notification that shows, by its id. */
export function updateNotice(data: NotificationData & { readonly id: string }): void {
  void withNotices(({ update }) => update(data));
}

/** Takes down a notification. */
export function hideNotice(id: string): void {
  if (isAnyAsked) void withNotices(({ hide }) => hide(id));
}

/** Takes down every notification on the screen. */
export function hideNotices(): void {
  if (isAnyAsked) void withNotices(({ clean }) => clean());
}

type Notices = Awaited<ReturnType<typeof loadNotices>>['notifications'];

/** Where the code cannot be fetched the notification is lost, and the page stays. */
async function withNotices(act: (notices: Notices) => unknown): Promise<void> {
  isAnyAsked = true;
  const code = await loadNotices().catch(() => undefined);
  if (!code) return;
  act(code.notifications);
  noticesAreDrawn.set(true);
}
