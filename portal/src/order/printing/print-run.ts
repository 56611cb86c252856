import { orderCan } from '@portage/contract/orders/order-status';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { translate } from '../../i18n/i18n.ts';
import { hideNotice, notifyError } from '../../lib/notify.tsx';
import { splitByPermission } from '../bulk-run/bulk-action.ts';
import { tellDone } from '../start-actions.tsx';
import {
  type Decision,
  fetchDocuments,
  type FetchProgress,
  comesInParts,
  failureOf,
  printCallsFor,
  type PrintFailure,
} from './fetch-documents.ts';
import {
  type Printer,
  type PrintJob,
  failedOrders,
  forgetZpl,
  formatsOf,
  isPrinterChosen,
  type PrintRunIn,
  printRuns,
} from './print-state.ts';
import { savePrinted, notifyNothingPrinted, mergeFiles, prepareMerging } from './save-printed.tsx';

interface ToldFailure {
  readonly notice: string;
  readonly documents: PrintJob['documents'];
  /** One order, or all of a job. */
  readonly orderIds: readonly string[];
}

let told: readonly ToldFailure[] = [];

/** Names recipients and the reason (spec 1 §8). */
function notifyFailure(job: PrintJob, { order, reason, cause }: PrintFailure): void {
  const { documents, orders } = job;
  const [first] = order ? [order] : orders;
  const others = order ? 0 : orders.length - 1;
  const failedFor =
    first &&
    translate(`orders:print.${documents}.${others > 0 ? 'failedForMany' : 'failedFor'}`, {
      name: first.recipientName,
      count: others,
    });
  const notice = notifyError({
    title: translate(`orders:print.${documents}.failed`),
    message: [failedFor, reason].filter(Boolean).join(' '),
    cause,
  });
  const orderIds = (order ? [order] : job.orders).map(({ id }) => id);
  told = [...told, { notice, documents, orderIds }];
}

/** Closes failures of documents that have been made since. */
function takeBackFailures({ documents }: PrintJob, made: readonly OrderSummary[]): void {
  const madeIds = new Set(made.map(({ id }) => id));
  const isOver = (failure: ToldFailure) =>
    failure.documents === documents && failure.orderIds.every((id) => madeIds.has(id));
  for (const { notice } of told.filter(isOver)) hideNotice(notice);
  told = told.filter((failure) => !isOver(failure));
}

/** Asks once for the printer, and lists orders without documents first. One print at a time. */
export function planPrint(job: PrintJob): void {
  if (printRuns.get()) return;
  if (!isPrinterChosen()) return printRuns.hold({ phase: 'choosing', job });
  checkAndPrint(job);
}

function checkAndPrint(job: PrintJob): void {
  const permission = job.documents === 'packingSlips' ? ALWAYS : orderCan.printLabel;
  const { allowed, skipped } = splitByPermission(job.orders, permission);
  if (skipped.length === 0) return void carryOut(job);
  printRuns.hold({ phase: 'asking', job: { ...job, orders: allowed }, unprintable: skipped });
}

const ALWAYS = () => ({ allowed: true }) as const;

/** Prints what waits for a printer. */
export function printOn({ format, dpi }: Printer): void {
  const run = printRuns.get();
  if (run?.phase !== 'choosing') return;
  printRuns.release();
  const { job } = run;
  const isOffered = formatsOf(job.documents).includes(format);
  // A full device did not keep the choice: no second question.
  checkAndPrint({ ...job, format: isOffered ? format : 'pdf', dpi });
}

export function startPrint(): void {
  const run = printRuns.get();
  if (run?.phase === 'asking') void carryOut(run.job);
}

/** Delivers made documents. */
export function stopPrint(): void {
  printRuns.stop();
  printRuns.release();
}

/** Stops prints on leaving the screen. Notifications of failures expire. */
export function forgetPrints(): void {
  failedOrders.set(new Set());
  told = [];
  stopPrint();
  forgetZpl();
}

/** Delivers made documents even after the session, since the server recorded them. */
async function carryOut(job: PrintJob): Promise<void> {
  const { signal, isOtherUser, endWithSession } = printRuns.begin();
  const end = new AbortController();
  const stopListening = endWithSession();
  let progress: FetchProgress = { done: 0, made: 0 };
  printRuns.hold({ phase: 'fetching', job, ...progress });
  try {
    if (comesInParts(job)) await prepareMerging(job.format);
    const fetched = await fetchDocuments(job.orders, printCallsFor(job, signal), {
      onProgress(next) {
        if (next.made > 0 && progress.made === 0) askBeforeUnload(end.signal);
        progress = next;
        if (!signal.aborted) printRuns.update({ phase: 'fetching', job, ...progress });
      },
      onSkip(skipped) {
        if (!signal.aborted) markFailed(job, skipped);
      },
      async onFailure(failure, offers) {
        if (signal.aborted) return 'stop';
        markFailed(job, failure.order ? [failure.order] : []);
        notifyFailure(job, failure);
        return offers.length > 0 ? ask({ job, failure, offers, ...progress }, signal) : 'stop';
      },
    });
    const { files, made, skipped, left } = fetched;
    const [first, ...others] = files;
    const file = first && (await mergeFiles(job.format, [first, ...others]));
    if (isOtherUser()) return;
    if (!file) {
      if (left.length === 0) notifyNothingPrinted(skipped);
      return;
    }
    await savePrinted(job, file, fetched);
    unmarkFailed(job, made);
    takeBackFailures(job, made);
    tellDone('printed', made);
  } catch (error) {
    // A stop before anything was made is no failure.
    const isMissed = progress.made > 0 || !signal.aborted;
    if (isMissed && !isOtherUser()) notifyFailure(job, failureOf(error));
  } finally {
    end.abort();
    stopListening();
    if (!signal.aborted) printRuns.release();
  }
}

/** Asks until the signal aborts. */
function askBeforeUnload(signal: AbortSignal): void {
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
}

function markFailed({ documents }: PrintJob, orders: readonly OrderSummary[]): void {
  // Such orders still have their labels.
  if (documents === 'packingSlips') return;
  failedOrders.set(new Set([...failedOrders.get(), ...idsOf(orders)]));
}

function unmarkFailed({ documents }: PrintJob, orders: readonly OrderSummary[]): void {
  if (documents === 'packingSlips') return;
  const ids = idsOf(orders);
  failedOrders.set(new Set([...failedOrders.get()].filter((id) => !ids.has(id))));
}

const idsOf = (orders: readonly OrderSummary[]) => new Set(orders.map(({ id }) => id));

type Question = Omit<PrintRunIn<'failed'>, 'phase' | 'decide'>;

/** An abort means stop. */
function ask(question: Question, signal: AbortSignal): Promise<Decision> {
  const { promise, resolve } = Promise.withResolvers<Decision>();
  signal.addEventListener('abort', () => resolve('stop'), { once: true });
  const { job, done, made } = question;
  printRuns.update({
    ...question,
    phase: 'failed',
    decide(decision) {
      printRuns.update({ phase: 'fetching', job, done, made });
      resolve(decision);
    },
  });
  return promise;
}
