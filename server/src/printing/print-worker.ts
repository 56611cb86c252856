import type { Order } from '@portage/contract/orders/orders';
import { stepBack } from '../threads/step-back.ts';
import { drawFile, drawPictures, type Drawn, type DrawnAs } from './draw-file.ts';

// Runs in threads started by print-threads.ts.
stepBack(10);

export interface PrintTask extends DrawnAs {
  /** JSON texts, which reach a thread sooner than objects. */
  readonly orders: readonly string[];
}

export function start(): void {}

export function printOrders({ orders, ...as }: PrintTask): Promise<Drawn> {
  return drawFile(
    orders.values().map((text) => JSON.parse(text) as Order),
    as,
  );
}

export async function printPictures({ orders, ...as }: PrintTask): Promise<Uint8Array[]> {
  const [text] = orders;
  return text === undefined ? [] : drawPictures(JSON.parse(text) as Order, as);
}
