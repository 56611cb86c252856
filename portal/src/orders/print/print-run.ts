import { orderCan } from '@portage/contract/order-permissions';
import type { OrderSummary } from '@portage/contract/order-selection';
import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange } from '../../lib/session.ts';
import { type Skipped, splitByPermission } from '../bulk/split-by-permission.ts';
import { type Decision, fetchDocuments } from './fetch-documents.ts';
import { handOver } from './hand-over.tsx';
import { failureOf, printCallsFor, type PrintFailure } from './print-calls.ts';
import type { PrintJob } from './print-job.ts';
import { notifyFailure } from './notify-failure.ts';

/** What is being printed, and where it stands. */
export type PrintRun = { readonly job: PrintJob } & (
  | { readonly phase: 'asking'; readonly unprintable: readonly Skipped[] }
  | { readonly phase: 'fetching'; readonly done: number }
  | {
      readonly phase: 'failed';
      readonly failure: PrintFailure;
      /** The ways to go on. */
      readonly offers: readonly Decision[];
      readonly decide: (decision: Decision) => void;
    }
);

const NONE: ReadonlySet<string> = new Set();

// Kept outside the screens: whatever has orders can have them printed, one job at a time.
let run: PrintRun | undefined;
let failedIds = NONE;
let giveUp = new AbortController();
const listeners = new Set<() => void>();
const printedListeners = new Set<(orders: readonly OrderSummary[]) => void>();

function become(next: PrintRun | undefined): void {
  run = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is being printed; undefined when nothing is. */
export function usePrintRun(): PrintRun | undefined {
  return useSyncExternalStore(subscribe, () => run);
}

/** The ids of the orders whose documents could not be made when they were last printed. */
export function useFailedOrders(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => failedIds);
}

/** Calls back with the orders that were printed; answers with how to stop it. */
export function whenPrinted(listener: (orders: readonly OrderSummary[]) => void): () => void {
  printedListeners.add(listener);
  return () => printedListeners.delete(listener);
}

/**
 * Prints documents of orders, or first says which of them have none yet: labels need a located and
 * rated order, a packing slip does not. Does nothing while something is being printed.
 */
export function planPrint(job: PrintJob): void {
  if (run) return;
  const permission = job.documents === 'packingSlips' ? ALWAYS : orderCan.printLabel;
  const { allowed, skipped } = splitByPermission(job.orders, permission);
  if (skipped.length === 0) return void carryOut(job);
  become({ phase: 'asking', job: { ...job, orders: allowed }, unprintable: skipped });
}

const ALWAYS = () => ({ allowed: true }) as const;

/** Prints what was asked about. */
export function startPrint(): void {
  if (run?.phase === 'asking') void carryOut(run.job);
}

/** Prints nothing of what is asked about or being fetched. */
export function cancelPrint(): void {
  giveUp.abort();
  become(undefined);
}

/** Forgets everything: whoever looks at orders next has nothing to do with it. */
export function forgetPrints(): void {
  failedIds = NONE;
  cancelPrint();
}

async function carryOut(job: PrintJob): Promise<void> {
  const { signal } = (giveUp = new AbortController());
  const username = currentSession()?.username;
  const stopListening = onSessionChange(() => {
    if (currentSession()?.username !== username) cancelPrint();
  });
  failedIds = NONE;
  become({ phase: 'fetching', job, done: 0 });
  try {
    const { files, skipped, isStopped } = await fetchDocuments(
      job.orders,
      printCallsFor(job, signal),
      {
        onProgress: (done) => become({ phase: 'fetching', job, done }),
        async onFailure(failure, offers) {
          markFailed(failure.order ? [failure.order] : []);
          notifyFailure(job, failure);
          return offers.length > 0 ? ask(job, failure, offers, signal) : 'stop';
        },
      },
    );
    markFailed(skipped);
    if (isStopped) return;
    await handOver(job, { files, skipped }, signal);
    const printed = job.orders.filter((order) => !skipped.includes(order));
    for (const listener of printedListeners) listener(printed);
  } catch (error) {
    if (!signal.aborted) notifyFailure(job, failureOf(error));
  } finally {
    stopListening();
    if (!signal.aborted) become(undefined);
  }
}

function markFailed(orders: readonly OrderSummary[]): void {
  failedIds = new Set([...failedIds, ...orders.map(({ id }) => id)]);
}

/** Has the reader choose how to go on. Rejects when they give up altogether. */
function ask(
  job: PrintJob,
  failure: PrintFailure,
  offers: readonly Decision[],
  signal: AbortSignal,
): Promise<Decision> {
  const { promise, resolve, reject } = Promise.withResolvers<Decision>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  become({
    phase: 'failed',
    job,
    failure,
    offers,
    decide(decision) {
      become({ phase: 'fetching', job, done: 0 });
      resolve(decision);
    },
  });
  return promise;
}
