import { i18n } from '../../i18n/i18n.ts';
import { notifyError } from '../../lib/notify.tsx';
import type { PrintFailure } from './print-calls.ts';
import type { PrintJob } from './print-job.ts';

/** Says whose documents could not be made, and why (spec 1 §8). */
export function notifyFailure({ documents }: PrintJob, { order, reason, cause }: PrintFailure) {
  const failedFor =
    order && i18n.t(`orders:print.${documents}.failedFor`, { name: order.recipientName });
  notifyError({
    title: i18n.t(`orders:print.${documents}.failed`),
    message: [failedFor, reason].filter(Boolean).join(' '),
    cause,
  });
}
