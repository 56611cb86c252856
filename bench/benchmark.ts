import type { BenchServer } from './bench-server.ts';
import type { Seed } from './seeded-database.ts';

/** Passed to each benchmark. */
export interface Bench {
  /** The address of a database that holds the seed's data. */
  seed: (seed: Seed) => Promise<string>;
  /** Starts the real server on a database that holds the seed's data. */
  serve: (seed: Seed) => Promise<BenchServer>;
  /** Numbers of rows to measure; the benchmark's own when undefined. */
  rows: readonly number[] | undefined;
  /** Seconds that a load lasts; the benchmark's own when undefined. */
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
