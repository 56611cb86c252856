import type { NotificationData } from '@mantine/notifications';
import { lazy, type ReactNode, Suspense } from 'react';
import { i18n } from '../i18n/i18n.ts';
import { hideNotices, loadNotices, showNotice, updateNotice } from './notices.ts';

/** Comes with what draws notifications. */
const ErrorText = lazy(async () => ({ default: (await loadNotices()).ErrorText }));

/**
 * How long notifications stay, in milliseconds, by what they are about. Sign-in and orders have 3, 5
 * or 10 seconds (spec 1 §9): 3 for what the screen itself shows as well. Creation and settings have 7
 * for success and 5 to 10 for errors (spec 2 §9). The pointer or the keyboard on one holds it.
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

/** At the bottom of a phone a notification would hide the buttons, and the keyboard would hide it. */
const placeOnScreen = () =>
  window.matchMedia('(max-width: 768px)').matches ? 'top-center' : 'bottom-right';

interface SuccessNotification {
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
    autoClose: NOTIFICATION_STAYS[about],
    role: 'status',
    ...(onClose && { onClose }),
  });
}

/** Says that something failed, why, and which request it was. Answers with the notification's id. */
export function notifyError({ title, message, cause }: ErrorNotification): string {
  return show({
    title,
    message: (
      <Suspense>
        <ErrorText message={message} cause={cause} />
      </Suspense>
    ),
    color: 'red',
    autoClose: NOTIFICATION_STAYS.error,
    role: 'alert',
  });
}

/** Mantine itself has only the pointer hold a notification, and not the keyboard. */
function show(data: NotificationData): string {
  const shown = {
    ...data,
    position: placeOnScreen(),
    closeButtonProps: { 'aria-label': i18n.t('notification.close') },
  } as const;
  const id = showNotice({
    ...shown,
    onFocus: () => updateNotice({ ...shown, id, autoClose: false }),
    onBlur: () => updateNotice({ ...shown, id }),
  });
  return id;
}

/** Takes down every notification on the screen: what they said no longer holds. */
export function dismissNotifications(): void {
  hideNotices();
}
