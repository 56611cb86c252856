import { randomId } from '@mantine/hooks';
import type { NotificationData } from '@mantine/notifications';
import { createStore } from './store.ts';

/** Set once the code that draws notifications has loaded. */
export const noticesAreDrawn = createStore(false);

let isAnyAsked = false;

export const loadNotices = () => import('./Notices.tsx');

export interface Notice extends Omit<NotificationData, 'id' | 'autoClose'> {
  readonly stays: number;
}

/** Returns its id. Mouse moves restart its timer, focus stops it. */
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

export function hideNotice(id: string): void {
  if (isAnyAsked) void withNotices(({ hide }) => hide(id));
}

export function hideNotices(): void {
  if (isAnyAsked) void withNotices(({ clean }) => clean());
}

type Notices = Awaited<ReturnType<typeof loadNotices>>['notifications'];

/** Loses the notification when its code cannot be fetched. */
async function withNotices(act: (notices: Notices) => unknown): Promise<void> {
  isAnyAsked = true;
  const code = await loadNotices().catch(() => undefined);
  if (!code) return;
  act(code.notifications);
  noticesAreDrawn.set(true);
}
