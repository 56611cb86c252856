import { globSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';

const TESTS = ['*.test.ts', '{contract,postgres,server,demo,portal}/src/**/*.test.{ts,tsx}'];

/**
 * Tests that replace or reload modules, or measure processor time, which collecting the garbage of
 * other tests adds to; they share no process with others.
 */
const alone = globSync(TESTS, { cwd: import.meta.dirname }).filter((file) =>
  /vi\.(?:mock|resetModules)\(|threadCpuUsage\(/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  test: {
    // Megabytes of young objects: with the usual 16, collecting garbage takes a tenth of the time.
    execArgv: ['--min-semi-space-size=128', '--max-semi-space-size=128'],
    globalSetup: 'server/src/testing/postgres-for-tests.ts',
    // More than the cores: tests wait a good part of their time, for processes that start and stop.
    // Each needs up to 2 GB, with its share of PostgreSQL in memory.
    maxWorkers: Math.min(availableParallelism() + 2, Math.ceil(totalmem() / 2 ** 31)),
    // Tests talk to real databases, start real processes and hash real passwords, on machines that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        // Reloading the server for each file would take a quarter of the time.
        test: { name: 'together', include: TESTS, exclude: alone, isolate: false },
      },
      { extends: true, test: { name: 'apart', include: alone } },
    ],
  },
});
