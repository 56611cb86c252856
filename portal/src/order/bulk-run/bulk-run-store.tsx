import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { currentSession } from '../../lib/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { type BulkAction, type BulkActionName, isOfShop, SAID_OF_SHOP } from './bulk-action.ts';
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
import { Button } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import { hideNotice } from '../../lib/notices.ts';
import { notifySuccess } from '../../lib/notify.tsx';
import { focusPage } from '../../ui/use-focus-after.ts';

/** Says that a bulk action was done to all of its orders, and offers the result of each. */
function notifyDone(action: BulkActionName, count: number, onView: () => void): void {
  const id = notifySuccess({
    about: 'orders',
    title: isOfShop(action)
      ? i18n.t(SAID_OF_SHOP[action].done, { count })
      : i18n.t(`bulk:action.${action}.done`, { count }),
    message: (
      <Button
        size="compact-sm"
        variant="light"
        mt={4}
        onClick={() => {
          hideNotice(id);
          focusPage();
          onView();
        }}
      >
        {i18n.t('bulk:results.view')}
      </Button>
    ),
  });
}

/** How long a run without a question may take before its dialog opens, in milliseconds. */
const PATIENCE = 400;

/** How often the screen hears of results at most, in milliseconds: there may be 10,000. */
const TOLD_EVERY = 100;

interface HeldRun {
  readonly action: BulkAction;
  readonly run: BulkRun;
  /** Whether its dialog is open: a quick run that went well only leaves a notification. */
  readonly isShown: boolean;
  /** Whose it is: nobody else sees it. */
  readonly username: string | undefined;
}

// Kept outside the screen: a session that ends leads away from it, and the results must not go along.
const runs = createStore<HeldRun | undefined>(undefined);
let stop = new AbortController();

function tell(event: BulkRunEvent): void {
  const held = runs.get();
  if (held) runs.set({ ...held, run: advance(held.run, event) });
}

/** The bulk action that is asked for, under way or just ended; undefined when there is none. */
export function useBulkRun(): Pick<HeldRun, 'action' | 'run' | 'isShown'> | undefined {
  const current = useStore(runs);
  return current?.username === currentSession()?.username ? current : undefined;
}

/** Does an action to orders, or asks first where it has a question. */
export function planBulkRun(action: BulkAction, orders: readonly OrderSummary[]): void {
  const run = planRun(orders, action.permission);
  const asks = action.question !== undefined;
  runs.set({ action, run, isShown: asks, username: currentSession()?.username });
  if (asks) return;
  startBulkRun();
  setTimeout(() => {
    const held = runs.get();
    if (held?.action === action && isUnderWay(held.run)) runs.set({ ...held, isShown: true });
  }, PATIENCE);
}

/** Opens the dialog with the results of the run that ended. */
function showBulkResults(): void {
  const held = runs.get();
  if (held) runs.set({ ...held, isShown: true });
}

/** Does what was asked for. */
export function startBulkRun(): void {
  tell({ type: 'start' });
  void carryOut();
}

/** Gives another turn to the orders that failed, or to those whose turn never came. */
export function runAgain(which: 'failed' | 'stopped'): void {
  tell({ type: 'again', which });
  void carryOut();
}

/** Makes no further call; those under way are waited for. */
export function stopBulkRun(): void {
  tell({ type: 'stop' });
  stop.abort();
}

/** Forgets the run, which has not begun or has ended. */
export function closeBulkRun(): void {
  runs.set(undefined);
}

/** Carries out the round of the run, and hands its results over in bundles. */
async function carryOut(): Promise<void> {
  const held = runs.get();
  if (held?.run.phase !== 'running') return;
  const { action, run, username } = held;
  stop = new AbortController();
  let bundle: [string, Outcome][] = [];
  // Whoever signed in meanwhile may have asked for something else.
  const isHeld = () => runs.get()?.action === action;
  const savePrinted = () => {
    if (bundle.length > 0 && isHeld()) tell({ type: 'settle', outcomes: bundle });
    bundle = [];
  };
  const timer = setInterval(savePrinted, TOLD_EVERY);
  await runOrders(run.round, action, {
    stop: stop.signal,
    isSignedIn: () => currentSession()?.username === username,
    onOutcome: (id, outcome) => bundle.push([id, outcome]),
    pause,
  });
  clearInterval(timer);
  savePrinted();
  const ended = runs.get();
  if (ended?.action !== action) return;
  const done = doneOrders(ended.run);
  action.onDone(done);
  const wentWell = done.length === ended.run.orders.length;
  const isQuiet = action.question === undefined && wentWell;
  runs.set({ ...ended, isShown: !isQuiet });
  if (isQuiet) notifyDone(action.name, done.length, showBulkResults);
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
