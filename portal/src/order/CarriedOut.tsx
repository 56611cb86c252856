import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useStore } from '../lib/store.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import { whenMarked } from './bulk-run/mark-ready.ts';
import { dialogsAreDrawn, loadCarryOut } from './carry-out.ts';
import { whenPrinted } from './printing/print-state.ts';

const CarryOutDialogs = lazy(async () => ({ default: (await loadCarryOut()).CarryOutDialogs }));

const drawDialogs = async () => {
  await loadCarryOut();
  dialogsAreDrawn.set(true);
};

type Hear = (orders: readonly OrderSummary[]) => void;

interface CarriedOutProps {
  /** Hears of orders that were printed, by whatever asked for it. */
  readonly onPrinted?: Hear;
  /** Hears of orders that were marked ready, or not ready, by whatever asked for it. */
  readonly onMarked?: Hear;
}

/** What is being printed, marked or deleted, on every page that offers it. */
export function CarriedOut({ onPrinted, onMarked }: CarriedOutProps) {
  const areDrawn = useStore(dialogsAreDrawn);
  useCodeSoon(drawDialogs);
  const hearPrinted = useEffectEvent<Hear>((orders) => onPrinted?.(orders));
  const hearMarked = useEffectEvent<Hear>((orders) => onMarked?.(orders));
  useEffect(() => whenPrinted((orders) => hearPrinted(orders)), []);
  useEffect(() => whenMarked((orders) => hearMarked(orders)), []);
  return (
    areDrawn && (
      <Suspense>
        <CarryOutDialogs />
      </Suspense>
    )
  );
}
