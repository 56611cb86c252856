import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { compileTariff, type Tariff, tariffAt, type Tariffs } from '../rates/tariff.ts';
import { SHIPPED_TARIFF, shippedRows } from './shipped-tariff.ts';
import { findTariffRows, insertTariff, listTariffVersions } from './tariff-queries.ts';

/** Milliseconds. */
const REFRESH_EVERY = 15_000;

export interface OpenTariffs extends Tariffs {
  /** Follows versions that were loaded or removed. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Keeps every version in memory. The first start loads the shipped tariff. */
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

/** Loads it once for concurrent starts. */
async function loadShippedTariff(db: Database, clock: Clock): Promise<void> {
  const version = { ...SHIPPED_TARIFF, loadedAt: clock.now() };
  await db.transaction().execute((trx) => insertTariff(trx, version, shippedRows()));
}
