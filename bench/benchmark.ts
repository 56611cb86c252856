import type { BenchServer } from './bench-server.ts';
import type { Seed } from './seeded-database.ts';

/** The argument of each benchmark. */
export interface Bench {
  /** Returns the address of a database with the seed's data. */
  seed: (seed: Seed) => Promise<string>;
  /** Starts the real server on a database that holds the seed's data. */
  serve: (seed: Seed) => Promise<BenchServer>;
  /** Numbers of rows to measure; by default the benchmark's own. */
  rows: readonly number[] | undefined;
  /** Seconds of a load; by default the benchmark's own. */
  seconds: number | undefined;
  /** Writes query plans to a file when the command line requests them. */
  savePlans: (content: string) => Promise<void>;
}

/** A command of `npm run bench`: measures and prints its figures. */
export interface Benchmark {
  name: string;
  summary: string;
  run: (bench: Bench) => Promise<void>;
}
