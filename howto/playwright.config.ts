import { defineConfig } from '@playwright/test';
import { headlessShellPath } from '../scripts/ensure-chromium.cjs';

/** Records the how-to videos of /platform/howto (`npm run howto`) from the product on its demo data. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.story.ts',
  outputDir: '../test-results',
  globalSetup: '../e2e/portage-process.ts',
  // Frames are even only when nothing else runs.
  workers: 1,
  timeout: 180_000,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    launchOptions: { executablePath: headlessShellPath(), args: ['--no-sandbox'] },
  },
});
