import type { OrderSummary } from '@portage/contract/order-selection';
import { PrintButton } from './PrintButton.tsx';
import { useLabelSettings } from './use-print-settings.ts';

interface PrintButtonsProps {
  /** The selected orders. */
  readonly orders: readonly OrderSummary[];
  /** Narrow screens have room for one button with words. */
  readonly isNarrow: boolean;
}

/**
 * What prints the selected orders: labels and packing slips each for themselves, and for merchants
 * with a linked shop both in one (spec 1 §2).
 */
export function PrintButtons({ orders, isNarrow }: PrintButtonsProps) {
  const { documents } = useLabelSettings();
  return (
    <>
      <PrintButton documents={documents} orders={orders} />
      {documents === 'labels' && (
        <PrintButton documents="packingSlips" orders={orders} isIcon={isNarrow} />
      )}
    </>
  );
}
