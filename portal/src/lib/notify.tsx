import { lazy, type ReactNode, Suspense } from 'react';
import { i18n } from '../i18n/i18n.ts';
import { hideNotice, hideNotices, loadNotices, type Notice, showNotice } from './notices.ts';

/** The button or link that was pressed last, also by Enter in a form. */
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

/** The form of what was pressed last, or by itself: where the user tries again. */
const pressedPlace = (): Element | undefined => pressed?.closest('form') ?? pressed;

/** Tells whether what was pressed last reaches into a part of the window. */
function isPressedWithin(area: Omit<DOMRectInit, 'z'>): boolean {
  if (!pressed?.isConnected) return false;
  const { left, right, top, bottom, width } = pressed.getBoundingClientRect();
  const { x = 0, y = 0, width: areaWidth = 0, height = 0 } = area;
  return width > 0 && right > x && left < x + areaWidth && bottom > y && top < y + height;
}

/** Comes with what draws notifications. */
const ErrorText = lazy(async () => ({ default: (await loadNotices()).ErrorText }));

/**
 * How long notifications stay, in milliseconds, by what they are about. Sign-in and orders have 3, 5
 * or 10 seconds (spec 1 §9): 3 for what the screen itself shows as well. Creation and settings have 7
 * for success and 5 to 10 for errors (spec 2 §9).
 */
export const NOTIFICATION_STAYS = {
  /** A small change of an order that shows where it was made. */
  shownChange: 3_000,
  /** A success of sign-in and orders. */
  orders: 5_000,
  /** A success of orders that offers what comes next: it is there to be read and pressed. */
  offer: 10_000,
  /** A success of creation and settings. */
  settings: 7_000,
  /** An error anywhere: in both documents' range. */
  error: 10_000,
} as const;

/** Room for a notification and its margins, in pixels. */
const ROOM = { width: 472, height: 240 };

/**
 * Where a notification shows: at the bottom, or on a phone, whose keyboard is there, at the top. At the
 * other end where it would cover what was pressed, so that it can be pressed again.
 */
function placeOnScreen() {
  const { innerWidth, innerHeight } = window;
  const isNarrow = window.matchMedia('(max-width: 768px)').matches;
  const width = isNarrow ? innerWidth : ROOM.width;
  const top = { x: innerWidth - width, y: 0, width, height: ROOM.height };
  const bottom = { ...top, y: innerHeight - ROOM.height };
  if (isNarrow) {
    return isPressedWithin(top) && !isPressedWithin(bottom) ? 'bottom-center' : 'top-center';
  }
  return isPressedWithin(bottom) ? 'top-right' : 'bottom-right';
}

export interface SuccessNotification {
  /** What it is about, which says how long it stays; creation and settings by default. */
  readonly about?: 'shownChange' | 'orders' | 'offer' | 'settings';
  readonly title: string;
  readonly message?: ReactNode;
  /** Called when the notification goes, closed by hand or by time. */
  readonly onClose?: () => void;
}

interface ErrorNotification {
  readonly title: string;
  /** What happened and what to do; by default the message of `cause`. */
  readonly message?: ReactNode;
  /** What was caught; an error of the server brings its request id to copy. */
  readonly cause?: unknown;
}

/** Says that something was done. Answers with the notification's id. */
export function notifySuccess({
  about = 'settings',
  title,
  message,
  onClose,
}: SuccessNotification): string {
  return show({
    title,
    message,
    color: 'evergreen',
    stays: NOTIFICATION_STAYS[about],
    role: 'status',
    ...(onClose && { onClose }),
  });
}

/** Says that something failed, why, and which request it was. Answers with the notification's id. */
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

/** The errors on the screen, each with the form or button that was pressed before. */
const errors = new Map<string, Element | undefined>();

function show(data: Notice): string {
  return showNotice({
    ...data,
    position: placeOnScreen(),
    closeButtonProps: { 'aria-label': i18n.t('notification.close') },
  });
}

/** Takes down the errors of the form or button that is pressed again. Others stay. */
export function dismissErrors(): void {
  const place = pressedPlace();
  for (const [id, of] of errors) if (isSamePlace(of, place)) hideNotice(id);
}

/** An item of a menu that was closed since is known by its text. */
function isSamePlace(before: Element | undefined, now: Element | undefined): boolean {
  if (!before || before.isConnected) return before === now;
  return before.textContent === now?.textContent;
}

/** Takes down every notification on the screen: the user goes elsewhere. */
export function dismissNotifications(): void {
  errors.clear();
  hideNotices();
}
