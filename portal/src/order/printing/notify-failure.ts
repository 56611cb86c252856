import type { OrderSummary } from '@portage/contract/order-selection';
import { i18n } from '../../i18n/i18n.ts';
import { hideNotice } from '../../lib/notices.ts';
import { notifyError } from '../../lib/notify.tsx';
import type { PrintFailure } from './print-calls.ts';
import type { PrintJob } from './print-job.ts';

interface ToldFailure {
  /** The id of the notification. */
  readonly notice: string;
  readonly documents: PrintJob['documents'];
  /** The orders without whose documents it holds: one, or all of a job. */
  readonly orderIds: readonly string[];
}

let told: readonly ToldFailure[] = [];

/** Says whose documents could not be made, and why (spec 1 §8). */
export function notifyFailure(job: PrintJob, { order, reason, cause }: PrintFailure): void {
  const { documents } = job;
  const failedFor =
    order && i18n.t(`orders:print.${documents}.failedFor`, { name: order.recipientName });
  const notice = notifyError({
    title: i18n.t(`orders:print.${documents}.failed`),
    message: [failedFor, reason].filter(Boolean).join(' '),
    cause,
  });
  const orderIds = (order ? [order] : job.orders).map(({ id }) => id);
  told = [...told, { notice, documents, orderIds }];
}

/** Takes down what was said of documents that have been made since. */
export function takeBackFailures({ documents }: PrintJob, made: readonly OrderSummary[]): void {
  const madeIds = new Set(made.map(({ id }) => id));
  const isOver = (failure: ToldFailure) =>
    failure.documents === documents && failure.orderIds.every((id) => madeIds.has(id));
  for (const { notice } of told.filter(isOver)) hideNotice(notice);
  told = told.filter((failure) => !isOver(failure));
}

/** Leaves what was said to go by time. */
export function forgetFailures(): void {
  told = [];
}
