import type { EpochMillis } from '@portage/contract/time';
import type { RecordedAuditEntry } from '../audit/read-order-audit.ts';
import type { RecordedSecurityEvent } from '../audit/read-security-events.ts';
import { alignedTable, type Cells } from './aligned-table.ts';
import { printLines } from './print-lines.ts';
import { tableTime } from './table-time.ts';

/** How entries of one kind stand in a table. */
interface Columns<T> {
  heading: Cells;
  cellsOf: (entry: T) => Cells;
}

const isoTime = (at: EpochMillis) => new Date(at).toISOString();

/** The columns of security events. */
export const eventColumns: Columns<RecordedSecurityEvent> = {
  heading: ['TIME (UTC)', 'ACTION', 'ACTOR', 'SUBJECT', 'ADDRESS', 'MERCHANT'],
  cellsOf: ({ at, action, actor, subject, address, merchantId }) => [
    tableTime(at),
    action,
    actor,
    subject ?? '-',
    address ?? '-',
    merchantId ?? '-',
  ],
};

/** The columns of what was done to an order. */
export const orderColumns: Columns<RecordedAuditEntry> = {
  heading: ['TIME (UTC)', 'ACTION', 'ACTOR', 'DETAILS'],
  cellsOf: ({ at, action, actor, details }) => [
    tableTime(at),
    action,
    actor,
    Object.entries(details)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  ],
};

/** Prints entries as JSON, one a line with its time in ISO 8601, or as a table. */
export async function printEntries<T extends { at: EpochMillis }>(
  pages: Iterable<T[]> | AsyncIterable<T[]>,
  { heading, cellsOf }: Columns<T>,
  asJson: boolean,
): Promise<void> {
  async function* jsonLines() {
    for await (const page of pages) {
      for (const entry of page) yield JSON.stringify({ ...entry, at: isoTime(entry.at) });
    }
  }
  async function* tablePages() {
    for await (const page of pages) yield page.map(cellsOf);
  }
  await printLines(asJson ? jsonLines() : alignedTable(heading, tablePages()));
}
