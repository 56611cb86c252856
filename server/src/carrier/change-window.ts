import type { CarrierEventOf } from '@portage/contract/orders/carrier';
import type { Order } from '@portage/contract/orders/orders';

/**
 * The order after a change of its delivery window: the newest one gives the window, and all of them
 * are kept, oldest first.
 */
export function changeWindow(order: Order, change: CarrierEventOf<'TIME_CHANGE'>): Order {
  const { at, window, externalNotes, showExternalNotes } = change;
  const { timeChangeEvents } = order;
  const before = timeChangeEvents.findLastIndex(({ timestamp = 0 }) => timestamp <= at);
  const isNewest = before === timeChangeEvents.length - 1;
  return {
    ...order,
    ...(isNewest && { completeAfter: window.start, completeBefore: window.end }),
    timeChangeEvents: timeChangeEvents.toSpliced(before + 1, 0, {
      timestamp: at,
      showExternalNotes,
      externalNotes,
    }),
  };
}
