import { totalmem } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumPath, headlessShellPath } from './scripts/ensure-chromium.cjs';

const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Without a screen the preview of a printed PDF takes its page down with it.
  '--disable-print-preview',
];

const launchOptions = (executablePath: string) => ({ executablePath, args: CHROMIUM_ARGUMENTS });

/** Only the whole browser shows and prints PDFs. */
const PRINTS = /@prints/;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/portage-process.ts',
  fullyParallel: true,
  // Two more than the cores of a small machine: tests wait a good part of their time.
  workers: Math.min(4, Math.ceil(totalmem() / 2 ** 31)),
  forbidOnly: process.env['CI'] !== undefined,
  // A test that passes the second time is listed as flaky, and has found something to look into.
  retries: 1,
  timeout: 120_000,
  // Machines that run tests are often busy.
  expect: { timeout: 15_000 },
  reporter: [['list']],
  projects: [
    {
      name: 'Chromium',
      grep: PRINTS,
      use: { launchOptions: launchOptions(chromiumPath()) },
    },
    {
      name: 'headless shell',
      grepInvert: PRINTS,
      use: { launchOptions: launchOptions(headlessShellPath()) },
    },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    contextOptions: { reducedMotion: 'reduce' },
    // To record every test would take a tenth of the whole: what failed is run again and recorded then.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
