import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { translate } from '../i18n/i18n.ts';
import { notifyError } from '../lib/notify.tsx';
import { createStore, useStore } from '../lib/store.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import type { BulkAction } from './bulk-run/bulk-action.ts';
import type { PrintJob } from './printing/print-state.ts';

/** Offers a reload when the code cannot be fetched: browsers request it once. */
export async function withCode<Code>(
  load: () => Promise<Code>,
  act: (code: Code) => void,
  failed = translate('noAnswer.unreachable.title'),
): Promise<void> {
  let code: Code;
  try {
    code = await load();
  } catch {
    notifyError({
      title: failed,
      message: (
        <>
          <div>{translate('errorPage.notFetched.text')}</div>
          <Button size="compact-sm" variant="light" mt={8} onClick={() => window.location.reload()}>
            {translate('errorPage.reload')}
          </Button>
        </>
      ),
    });
    return;
  }
  act(code);
}

/** Loaded late: no page needs them to show. */
const loadActions = () => import('./ActionDialogs.tsx');

const ActionDialogs = lazy(async () => ({ default: (await loadActions()).ActionDialogs }));

/** Soon after the page shows, or with the first action. */
const dialogsAreDrawn = createStore(false);

const drawDialogs = async () => {
  await loadActions();
  dialogsAreDrawn.set(true);
};

function withActions(act: (code: Awaited<ReturnType<typeof loadActions>>) => void): void {
  void withCode(loadActions, (code) => {
    dialogsAreDrawn.set(true);
    act(code);
  });
}

export function planPrint(job: PrintJob): void {
  withActions((code) => code.planPrint(job));
}

export function planBulkRun(action: BulkAction, orders: readonly OrderSummary[]): void {
  withActions((code) => code.planBulkRun(action, orders));
}

type Hear = (orders: readonly OrderSummary[]) => void;

const listeners = { printed: new Set<Hear>(), marked: new Set<Hear>() };

/** Returns the unsubscribe function. */
export function whenDone(action: keyof typeof listeners, listener: Hear): () => void {
  listeners[action].add(listener);
  return () => listeners[action].delete(listener);
}

export function tellDone(action: keyof typeof listeners, orders: readonly OrderSummary[]): void {
  for (const listener of listeners[action]) listener(orders);
}

interface RunningActionsProps {
  readonly onPrinted?: Hear;
  readonly onMarked?: Hear;
}

/** Reports finished actions to the page. */
export function RunningActions({ onPrinted, onMarked }: RunningActionsProps) {
  const areDrawn = useStore(dialogsAreDrawn);
  useCodeSoon(drawDialogs);
  const hearPrinted = useEffectEvent<Hear>((orders) => onPrinted?.(orders));
  const hearMarked = useEffectEvent<Hear>((orders) => onMarked?.(orders));
  useEffect(() => whenDone('printed', (orders) => hearPrinted(orders)), []);
  useEffect(() => whenDone('marked', (orders) => hearMarked(orders)), []);
  return (
    areDrawn && (
      <Suspense>
        <ActionDialogs />
      </Suspense>
    )
  );
}
