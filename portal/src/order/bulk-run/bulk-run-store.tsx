import { Button } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { translate } from '../../i18n/i18n.ts';
import { notifyUndoable } from '../../lib/notify-undoable.tsx';
import { hideNotice, notifySuccess } from '../../lib/notify.tsx';
import { focusPage } from '../../ui/return-focus.ts';
import { createRunStore } from '../run-store.ts';
import type { BulkAction } from './bulk-action.ts';
import {
  advance,
  type BulkRun,
  type BulkRunEvent,
  doneOrders,
  isUnderWay,
  type Outcome,
  planRun,
} from './bulk-run.ts';
import { runOrders } from './run-orders.ts';

/** Offers the results and Undo. */
function notifyDone({ action, run }: HeldRun): void {
  const { name, undo } = action;
  const count = doneOrders(run).length;
  const title = translate(`bulk:action.${name}.done`, { count });
  const message = (
    <Button
      size="compact-sm"
      variant="light"
      onClick={() => {
        // A current run would lose its results.
        if (isBulkRunUnderWay()) return;
        hideNotice(id);
        focusPage();
        runs.hold({ action, run, isShown: true });
      }}
    >
      {translate('bulk:results.view')}
    </Button>
  );
  const id = undo
    ? notifyUndoable({ about: 'offer', title, message, onUndo: () => undoRun({ action, run }) })
    : notifySuccess({ about: 'orders', title, message });
}

/** Milliseconds before the dialog of a run without a question. */
const PATIENCE = 400;

/** Milliseconds between updates of the screen. */
const TOLD_EVERY = 100;

interface HeldRun {
  readonly action: BulkAction;
  readonly run: BulkRun;
  /** A quick success only leaves a notification. */
  readonly isShown: boolean;
}

const runs = createRunStore<HeldRun>();

export function isBulkRunUnderWay(): boolean {
  const held = runs.get();
  return held !== undefined && isUnderWay(held.run);
}

/** A current run comes first. */
export function undoRun({ action, run }: Omit<HeldRun, 'isShown'>): void {
  if (isBulkRunUnderWay()) return notifyDone({ action, run, isShown: false });
  const orders = doneOrders(run);
  if (action.undo) planBulkRun(action.undo(orders), orders);
}

function apply(event: BulkRunEvent): void {
  const held = runs.get();
  if (held) runs.update({ ...held, run: advance(held.run, event) });
}

export const useBulkRun = runs.useRun;

/** Actions requested during a run, whose results they would replace. */
const waiting: (() => void)[] = [];

const startNext = () => waiting.shift()?.();

/** Waits for a current run; ignores the same action on the same orders, pressed twice. */
export function planBulkRun(action: BulkAction, orders: readonly OrderSummary[]): void {
  const run = planRun(orders, action.permission);
  const held = runs.get();
  if (held && isUnderWay(held.run)) {
    const current = new Set(held.run.orders.map(({ id }) => id));
    const isSame =
      held.action.name === action.name && run.orders.every(({ id }) => current.has(id));
    if (!isSame) waiting.push(() => planBulkRun(action, orders));
    return;
  }
  const asks = action.question !== undefined;
  runs.hold({ action, run, isShown: asks });
  if (asks) return;
  startBulkRun();
  setTimeout(() => {
    const held = runs.get();
    if (held?.action === action && isUnderWay(held.run)) runs.update({ ...held, isShown: true });
  }, PATIENCE);
}

export function startBulkRun(): void {
  apply({ type: 'start' });
  void runRound();
}

/** Failed orders, or those whose turn never came. */
export function runAgain(which: 'failed' | 'stopped'): void {
  apply({ type: 'again', which });
  void runRound();
}

export function stopBulkRun(): void {
  apply({ type: 'stop' });
  runs.stop();
}

export function closeBulkRun(): void {
  runs.release();
  startNext();
}

async function runRound(): Promise<void> {
  const held = runs.get();
  if (held?.run.phase !== 'running') return startNext();
  const { action, run } = held;
  const { signal, isSignedIn } = runs.begin();
  let bundle: [string, Outcome][] = [];
  // Another user may have signed in and started another action.
  const isHeld = () => runs.get()?.action === action;
  const flush = () => {
    if (bundle.length > 0 && isHeld()) apply({ type: 'settle', outcomes: bundle });
    bundle = [];
  };
  const timer = setInterval(flush, TOLD_EVERY);
  await runOrders(run.round, action, {
    stop: signal,
    isSignedIn,
    onOutcome: (id, outcome) => bundle.push([id, outcome]),
    pause,
  });
  clearInterval(timer);
  flush();
  if (!isSignedIn()) waiting.length = 0;
  const ended = runs.get();
  if (ended?.action !== action) return;
  const done = doneOrders(ended.run);
  action.onDone(done);
  const wentWell = done.length === ended.run.orders.length;
  runs.update({ ...ended, isShown: !wentWell });
  if (!wentWell) return;
  notifyDone(ended);
  startNext();
}

function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    stopped.addEventListener('abort', end);
  });
}
