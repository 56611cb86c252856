import { randomId } from '@mantine/hooks';
import type { NotificationData } from '@mantine/notifications';
import { createStore } from './store.ts';

/** Whether notifications are drawn: from when the first of them was asked for, and their code is there. */
export const noticesAreDrawn = createStore(false);

/** Whether any was asked for: without one there is nothing to take down. */
let isAnyAsked = false;

/** Fetches what draws notifications; no page needs it to show. */
export const loadNotices = () => import('./Notices.tsx');

export interface Notice extends Omit<NotificationData, 'id' | 'autoClose'> {
  /** How long it stays, in milliseconds. */
  readonly stays: number;
}

/**
 * Shows a notification and returns its id. Its time starts again whenever the pointer moves over it,
 * and stops while it has the focus. Mantine's own timer waits for as long as the pointer rests on it.
 */
export function showNotice({ stays, ...data }: Notice): string {
  const id = randomId();
  void withNotices(({ show, hide }) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const start = () => {
      stop();
      timer = setTimeout(() => hide(id), stays);
    };
    show({
      ...data,
      id,
      autoClose: false,
      onOpen: start,
      onMouseMove: start,
      onFocus: stop,
      onBlur: start,
      onClose(props) {
        stop();
        data.onClose?.(props);
      },
    });
  });
  return id;
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
