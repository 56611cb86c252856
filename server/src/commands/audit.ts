import { type Command, Option } from 'commander';
import type { EpochMillis } from '@portage/contract/time';
import {
  readSecurityEvents,
  type RecordedSecurityEvent,
  SECURITY_ACTIONS,
} from '../audit/record-security-event.ts';
import { readOrderAudit, type RecordedAuditEntry } from '../audit/write-audit.ts';
import { systemClock } from '../clock.ts';
import { notFound, wrongUsage } from '../startup-error.ts';
import {
  limitOption,
  merchantOption,
  readTimestamp,
  readUuid,
  requireMerchant,
} from './options.ts';
import { alignedTable, type Cells, printLines, tableTime } from './output.ts';
import { recordRead, withDatabase } from './with-database.ts';

interface Columns<T> {
  heading: Cells;
  cellsOf: (entry: T) => Cells;
}

const isoTime = (at: EpochMillis) => new Date(at).toISOString();

const eventColumns: Columns<RecordedSecurityEvent> = {
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

const orderColumns: Columns<RecordedAuditEntry> = {
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

/** Prints JSON, an entry a line with its ISO 8601 time, or a table. */
async function printEntries<T extends { at: EpochMillis }>(
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

const HELP = `
A <timestamp> is a time before now (90m, 24h, 7d, 4w), a day (2026-11-01, its beginning in UTC) or a time
(2026-11-01T08:30 in UTC, or 2026-11-01T08:30-05:00). The newest entry comes last.

Examples:
  portage audit --since 24h --action sign_in.failed
  portage audit --actor jane@shop.example --limit 20
  portage audit --since 2026-11-01 --until 2026-12-01 --limit 1000000 --json
  portage audit --merchant <id> --order <id>`;

async function lookAhead<T>(pages: AsyncIterator<T>) {
  const first = await pages.next();
  async function* all() {
    for (let page = first; !page.done; page = await pages.next()) yield page.value;
  }
  return { isEmpty: first.done === true, all: all() };
}

interface AuditOptions {
  since?: EpochMillis;
  until?: EpochMillis;
  merchant?: string;
  actor?: string;
  action?: string;
  address?: string;
  order?: string;
  limit: number;
  json?: true;
}

async function printAudit(options: AuditOptions): Promise<void> {
  const { merchant, order, limit, json = false, ...filter } = options;
  if (order !== undefined) {
    if (merchant === undefined) throw wrongUsage('An order needs its merchant: --merchant <id>.');
    await printOrderAudit(merchant, order, json);
    return;
  }
  await withDatabase(async (db) => {
    const pages = readSecurityEvents(db, { ...filter, merchantId: merchant }, limit);
    const { isEmpty, all } = await lookAhead(pages);
    // Events outlive a deleted merchant.
    if (isEmpty && merchant !== undefined) await requireMerchant(db, merchant);
    await printEntries(all, eventColumns, json);
    // Last, so that reading the audit does not show itself.
    await recordRead(db, 'audit', merchant);
  });
}

async function printOrderAudit(merchantId: string, orderId: string, asJson: boolean) {
  await withDatabase(async (db) => {
    await requireMerchant(db, merchantId);
    await recordRead(db, `audit of order ${orderId}`, merchantId);
    const entries = await readOrderAudit(db, merchantId, orderId);
    if (entries.length === 0) throw notFound(`order ${orderId} of this merchant`);
    await printEntries([entries], orderColumns, asJson);
  });
}

const timestampOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((text: string) =>
    readTimestamp(text, systemClock.now()),
  );

export function addAuditCommand(portage: Command): void {
  portage
    .command('audit')
    .description(
      'show what happened to accounts, passwords, credentials and settings, or to an order',
    )
    .addOption(timestampOption('--since <timestamp>', 'from this time on'))
    .addOption(timestampOption('--until <timestamp>', 'before this time'))
    .addOption(merchantOption('of this merchant'))
    .option('--actor <username>', 'by this user, by nobody (who is not known), or by the operator')
    .addOption(new Option('--action <action>', 'of this kind').choices(SECURITY_ACTIONS))
    .option('--address <address>', 'from this network address')
    .addOption(
      new Option('--order <id>', 'what was done to this order of the merchant')
        .argParser(readUuid)
        .conflicts(['since', 'until', 'actor', 'action', 'address']),
    )
    .addOption(limitOption())
    .option('--json', 'one line of JSON for each')
    .addHelpText('after', HELP)
    .action(printAudit);
}
