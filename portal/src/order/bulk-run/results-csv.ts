import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import { type OrderResult, statusAfter } from './bulk-run.ts';

const HEADER = ['result', 'order_id', 'tracking_number', 'recipient', 'order_status', 'message'];

/** The results as a CSV file that spreadsheets read; `messagesOf` says each in words. */
export function resultsCsv(
  results: readonly OrderResult[],
  messagesOf: (result: OrderResult) => readonly string[],
): Blob {
  const lines = results.map((result) => {
    const { order, outcome } = result;
    return csvLine([
      outcome.result,
      order.id,
      order.trackingNumber,
      order.recipientName,
      statusAfter(result),
      messagesOf(result).join(' '),
    ]);
  });
  return new Blob([BYTE_ORDER_MARK, csvLine(HEADER), ...lines], { type: 'text/csv' });
}
