import type { Order } from '@portage/contract/orders/orders';
import { stepBack } from '../threads/step-back.ts';
import { drawFile, drawPictures, type Drawn, type DrawnAs } from './draw-file.ts';

// Runs in threads of its own, started by print-threads.ts.
stepBack(10);

/** Pages to draw in a thread. */
export interface PrintTask extends DrawnAs {
  /** The orders as JSON texts, which reach a thread sooner than objects do. */
  readonly orders: readonly string[];
}

/** Prints orders into one file, as `drawFile` draws them. */
export function printOrders({ orders, ...as }: PrintTask): Promise<Drawn> {
  return drawFile(
    orders.values().map((text) => JSON.parse(text) as Order),
    as,
  );
}

/** Prints one order as pictures, one a page. */
export async function printPictures({ orders, ...as }: PrintTask): Promise<Uint8Array[]> {
  const [text] = orders;
  return text === undefined ? [] : drawPictures(JSON.parse(text) as Order, as);
}
