import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useStore } from '../lib/store.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import { whenMarked } from './bulk-run/MarkReady.tsx';
import { dialogsAreDrawn, loadActions } from './start-actions.ts';
import { whenPrinted } from './printing/print-state.ts';

const ActionDialogs = lazy(async () => ({ default: (await loadActions()).ActionDialogs }));

const drawDialogs = async () => {
  await loadActions();
  dialogsAreDrawn.set(true);
};

type Hear = (orders: readonly OrderSummary[]) => void;

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
  useEffect(() => whenPrinted((orders) => hearPrinted(orders)), []);
  useEffect(() => whenMarked((orders) => hearMarked(orders)), []);
  return (
    areDrawn && (
      <Suspense>
        <ActionDialogs />
      </Suspense>
    )
  );
}
