import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { FaultReport } from './report.ts';

/** Runs the product, breaks what it stands on, and checks what is left (`npm run faults`). */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '..'),
    include: ['faults/*.faults.ts'],
    globalSetup: 'server/src/testing/postgres-for-tests.ts',
    // One scenario at a time has the machine.
    fileParallelism: false,
    testTimeout: 420_000,
    hookTimeout: 60_000,
    reporters: [new FaultReport()],
  },
});
