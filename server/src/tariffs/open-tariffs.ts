import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from 'pino';
import { compileTariff, type Tariff, tariffAt, type Tariffs } from '../rates/tariff.ts';
import { SHIPPED_TARIFF, shippedRows } from './shipped-tariff.ts';
import { findTariffRows, insertTariff, listTariffVersions } from './tariff-queries.ts';

/** Interval at which newly loaded versions are looked for, in milliseconds. */
const REFRESH_EVERY = 15_000;

/** The tariffs of a running server. */
export interface OpenTariffs extends Tariffs {
  /** Reads versions that were loaded or taken away since. */
  refresh(): Promise<void>;
  stop(): void;
}

/**
 * Reads every version of the tariff into memory, and keeps up with those that are loaded later. At
 * the first start of all the tariff that comes with Portage is loaded.
 */
export async function openTariffs({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
}): Promise<OpenTariffs> {
  let tariffs: readonly Tariff[] = [];

  async function refresh(): Promise<void> {
    const versions = await listTariffVersions(db);
    const known = new Map(tariffs.map((tariff) => [tariff.version, tariff]));
    const read: Tariff[] = [];
    for (const one of versions) {
      const { version } = one;
      read.push(known.get(version) ?? compileTariff(one, await findTariffRows(db, version)));
    }
    tariffs = read;
  }

  await refresh();
  if (tariffs.length === 0) {
    await loadShippedTariff(db, clock);
    await refresh();
  }
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => {
      log.error({ err: error }, 'tariffs could not be refreshed');
    });
  }, REFRESH_EVERY);
  timer.unref();
  return {
    at: (time) => tariffAt(tariffs, time),
    refresh,
    stop: () => clearInterval(timer),
  };
}

/** Several servers may do so at once: one of them does. */
async function loadShippedTariff(db: Database, clock: Clock): Promise<void> {
  const version = { ...SHIPPED_TARIFF, loadedAt: clock.now() };
  await db.transaction().execute((trx) => insertTariff(trx, version, shippedRows()));
}
