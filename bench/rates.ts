import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NewPackage } from '@portage/contract/orders/packages';
import { explainRates, quoteRates } from '../server/src/rates/quote-rates.ts';
import type { Shipment } from '../server/src/rates/rate-service.ts';
import { makeShipment, timestampAt } from '../server/src/testing/make-shipment.ts';
import type { Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { quantile } from './measure.ts';

const CASES = path.resolve(import.meta.dirname, '../server/src/rates/rate-cases.csv');
const PACKAGES: NewPackage[] = [
  { weightOptions: { weight: 30, unit: 'lb' } },
  {
    weightOptions: { weight: 12, unit: 'kg' },
    sizeOptions: { length: 50, width: 40, height: 30, unit: 'cm' },
  },
];
const ROUNDS = 5;
const ROUND_MILLISECONDS = 500;

/** Takes the journeys and times of the derived cases, with two packages each. */
function shipments(): Shipment[] {
  return readFileSync(CASES, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .slice(1)
    .map((line) => {
      const [origin = '', destination = '', , orderedAt = ''] = line.split(',');
      const at = timestampAt(orderedAt, 'America/Toronto');
      return makeShipment({ origin, destination, at, packages: PACKAGES });
    });
}

/** Shipments rated per second in each round. */
function perSecond(list: readonly Shipment[], rate: (one: Shipment) => unknown): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    let rated = 0;
    while (performance.now() - start < ROUND_MILLISECONDS) {
      for (const one of list) rate(one);
      rated += list.length;
    }
    return (rated * 1000) / (performance.now() - start);
  });
}

/** Rates shipments with all six services on one core. */
export const ratesBenchmark: Benchmark = {
  name: 'rates',
  summary: 'shipments rated and explained, all six services each, by the engine alone',
  async run() {
    const list = shipments();
    const ways = [
      ['rates', quoteRates],
      ['explained', explainRates],
    ] as const;
    const rows = ways.map(([name, rate]) => {
      perSecond(list, rate);
      const rounds = perSecond(list, rate);
      return [name, ...[0, 0.5, 1].map((part) => quantile(rounds, part).toFixed(0))];
    });
    console.log(textTable([['shipments a second', 'least', 'median', 'most'], ...rows]));
  },
};
