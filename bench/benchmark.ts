import type { BenchServer } from './bench-server.ts';
import type { Seed } from './seeded-database.ts';

/** What a benchmark is given to work with. */
export interface Bench {
  /** The address of a database that holds the seed's data. */
  seed: (seed: Seed) => Promise<string>;
  /** Starts the real server on a database that holds the seed's data. */
  serve: (seed: Seed) => Promise<BenchServer>;
  /** How many rows are measured, where the command says so. */
  rows: readonly number[] | undefined;
  /** How many seconds a load lasts, where the command says so. */
  seconds: number | undefined;
  /** Writes the plans of its queries to a file, if the command was asked to. */
  savePlans: (content: string) => Promise<void>;
}

/** A command of `npm run bench` that measures something and prints its figures. */
export interface Benchmark {
  name: string;
  summary: string;
  run: (bench: Bench) => Promise<void>;
}
