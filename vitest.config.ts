import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.test.ts', '{contract,server,portal}/src/**/*.test.{ts,tsx}'],
    globalSetup: 'server/src/testing/postgres-for-tests.ts',
    // By itself it leaves a core idle, which on two is half the machine.
    maxWorkers: '100%',
    // Tests talk to real databases and start real processes, on machines that may be busy.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
