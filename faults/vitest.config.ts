import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { FaultReport } from './report.ts';

/** Runs the product, breaks its surroundings, and checks the result (`npm run faults`). */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '..'),
    include: ['faults/*.faults.ts'],
    globalSetup: 'server/src/testing/postgres-for-tests.ts',
    // Runs one scenario at a time.
    fileParallelism: false,
    testTimeout: 420_000,
    hookTimeout: 60_000,
    reporters: [new FaultReport()],
  },
});
