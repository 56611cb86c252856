import { randomId } from '@mantine/hooks';
import type { NotificationData } from '@mantine/notifications';
import { lazy, type ReactNode, Suspense } from 'react';
import { translate } from '../i18n/i18n.ts';
import { scaled } from '../ui/use-is-mobile.ts';
import { createStore } from './store.ts';

/** Set once the code that draws notifications has loaded. */
export const noticesAreDrawn = createStore(false);

let isAnyAsked = false;

export const loadNotices = () => import('./Notices.tsx');

interface Notice extends Omit<NotificationData, 'id' | 'autoClose' | 'message'> {
  readonly message?: ReactNode;
  readonly stays: number;
}

/** Returns its id. Mouse moves restart its timer, focus stops it. */
function show({ stays, message, ...data }: Notice): string {
  const id = randomId();
  const position = placeOnScreen();
  void withNotices((notices) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const start = () => {
      stop();
      timer = setTimeout(() => notices.hide(id), stays);
    };
    notices.show({
      ...data,
      message,
      id,
      position,
      closeButtonProps: { 'aria-label': translate('notification.close') },
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

type Notices = Awaited<ReturnType<typeof loadNotices>>['notifications'];

/** Loses the notification when its code cannot be fetched. */
async function withNotices(act: (notices: Notices) => unknown): Promise<void> {
  isAnyAsked = true;
  const code = await loadNotices().catch(() => undefined);
  if (!code) return;
  act(code.notifications);
  noticesAreDrawn.set(true);
}

/** The last pressed button or link. */
let pressed: Element | undefined;

if (typeof document !== 'undefined') {
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element) pressed = target.closest('button, a, label') ?? target;
    },
    { capture: true },
  );
}

const pressedPlace = (): Element | undefined => pressed?.closest('form') ?? pressed;

/** Takes an area of the window. */
function isPressedWithin(area: Omit<DOMRectInit, 'z'>): boolean {
  if (!pressed?.isConnected) return false;
  const { left, right, top, bottom, width } = pressed.getBoundingClientRect();
  const { x = 0, y = 0, width: areaWidth = 0, height = 0 } = area;
  return width > 0 && right > x && left < x + areaWidth && bottom > y && top < y + height;
}

const ErrorText = lazy(async () => ({ default: (await loadNotices()).ErrorText }));

/** Milliseconds: sign-in and orders by spec 1 §9, errors 5 to 10 s by spec 2 §9. */
export const NOTIFICATION_STAYS = {
  /** A change that the screen shows as well. */
  shownChange: 3_000,
  orders: 5_000,
  /** A success with a next step. */
  offer: 10_000,
  settings: 7_000,
  error: 10_000,
} as const;

/** Space of a notification with its margins, in px. */
const ROOM = { width: 472, height: 240 };

/** Chooses the bottom, on phones the top, away from the pressed button. */
function placeOnScreen() {
  const { innerWidth, innerHeight } = window;
  const isNarrow = window.matchMedia('(max-width: 48em)').matches;
  const width = isNarrow ? innerWidth : scaled(ROOM.width);
  const height = scaled(ROOM.height);
  const top = { x: innerWidth - width, y: 0, width, height };
  const bottom = { ...top, y: innerHeight - height };
  if (isNarrow) {
    return isPressedWithin(top) && !isPressedWithin(bottom) ? 'bottom-center' : 'top-center';
  }
  return isPressedWithin(bottom) ? 'top-right' : 'bottom-right';
}

export interface SuccessNotification {
  /** Sets how long it stays; `settings` by default. */
  readonly about?: 'shownChange' | 'orders' | 'offer' | 'settings';
  readonly title: string;
  readonly message?: ReactNode;
  readonly onClose?: () => void;
}

interface ErrorNotification {
  readonly title: string;
  /** By default the message of `cause`. */
  readonly message?: ReactNode;
  /** Adds the request id of a server's error. */
  readonly cause?: unknown;
}

/** Returns the notification's id. */
export function notifySuccess({ about = 'settings', ...shown }: SuccessNotification): string {
  return show({ ...shown, color: 'evergreen', stays: NOTIFICATION_STAYS[about], role: 'status' });
}

/** Shows the request id; returns the notification's id. */
export function notifyError({ title, message, cause }: ErrorNotification): string {
  const id = show({
    title,
    message: (
      <Suspense>
        <ErrorText message={message} cause={cause} />
      </Suspense>
    ),
    color: 'red',
    stays: NOTIFICATION_STAYS.error,
    role: 'alert',
    onClose: () => errors.delete(id),
  });
  errors.set(id, pressedPlace());
  return id;
}

/** Maps errors to the form or button that caused them. */
const errors = new Map<string, Element | undefined>();

/** Closes the errors of the form or button that is pressed again. */
export function dismissErrors(): void {
  const place = pressedPlace();
  for (const [id, of] of errors) if (isSamePlace(of, place)) hideNotice(id);
}

/** A closed menu's item is recognized by its text. */
function isSamePlace(before: Element | undefined, now: Element | undefined): boolean {
  if (!before || before.isConnected) return before === now;
  return before.textContent === now?.textContent;
}

export function dismissNotifications(): void {
  errors.clear();
  if (isAnyAsked) void withNotices(({ clean }) => clean());
}
