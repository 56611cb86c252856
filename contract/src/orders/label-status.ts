import { z } from 'zod';
import type { Order } from './orders.ts';

/**
 * Where the labels of an order stand: not printed yet, printed as the order is, or stale, which is
 * printed before an edit, so that they are to be printed again (spec 1 §2).
 */
export const LABEL_STATUSES = ['NOT_PRINTED', 'PRINTED', 'STALE'] as const;

/** One of `LABEL_STATUSES`. */
export const LabelStatus = z.enum(LABEL_STATUSES);
export type LabelStatus = z.infer<typeof LabelStatus>;

/** Where the labels of an order stand. */
export function labelStatusOf(order: Pick<Order, 'labelPrintedAt' | 'labelStale'>): LabelStatus {
  if (order.labelPrintedAt === undefined) return 'NOT_PRINTED';
  return order.labelStale ? 'STALE' : 'PRINTED';
}

/** The version of an order's labels, from 1: what is printed now says so. */
export const labelVersionOf = ({ labelVersion = 1 }: Pick<Order, 'labelVersion'>) => labelVersion;
