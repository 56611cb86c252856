import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { i18n } from '../i18n/i18n.ts';
import { RequestId } from './RequestId.tsx';

/** How long notifications stay, in milliseconds (spec 2 §9); the pointer on one holds it. */
const SUCCESS_STAYS = 7_000;
const ERROR_STAYS = 10_000;

interface SuccessNotification {
  readonly title: string;
  readonly message?: ReactNode;
  /** Called when the notification goes, closed by hand or by time. */
  readonly onClose?: () => void;
}

interface ErrorNotification {
  readonly title: string;
  /** What happened and what to do; by default the message of `cause`. */
  readonly message?: ReactNode;
  /** What was caught; a refusal of the server brings its request id to copy. */
  readonly cause?: unknown;
}

/** Says that something was done. Answers with the notification's id. */
export function notifySuccess({ title, message, onClose }: SuccessNotification): string {
  return notifications.show({
    title,
    message,
    color: 'evergreen',
    autoClose: SUCCESS_STAYS,
    role: 'status',
    closeButtonProps: { 'aria-label': i18n.t('notification.close') },
    ...(onClose && { onClose }),
  });
}

/** Says that something failed, why, and which request it was. Answers with the notification's id. */
export function notifyError({ title, message, cause }: ErrorNotification): string {
  return notifications.show({
    title,
    message: (
      <>
        {message ?? (cause instanceof Error ? cause.message : undefined)}
        <RequestId error={cause} />
      </>
    ),
    color: 'red',
    autoClose: ERROR_STAYS,
    role: 'alert',
    closeButtonProps: { 'aria-label': i18n.t('notification.close') },
  });
}

/** Takes down every notification on the screen: what they said no longer holds. */
export function dismissNotifications(): void {
  notifications.clean();
}
