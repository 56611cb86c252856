import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

/** Milliseconds between two readings. */
const INTERVAL = 100;

/** Bytes of a browser before some work, and at most during it. */
export interface BrowserMemory {
  before: number;
  peak: number;
}

/**
 * Watches the memory of a browser's processes during some work. Counts shared memory once. Linux
 * only.
 */
export async function watchMemory(
  browser: Browser,
  work: () => Promise<unknown>,
): Promise<BrowserMemory> {
  const devtools = await browser.newBrowserCDPSession();
  const held = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.map(({ id }) => memoryOf(id)));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const before = await held();
  let peak = before;
  const done = new AbortController();
  const working = work().finally(() => {
    done.abort();
  });
  while (!done.signal.aborted) {
    peak = Math.max(peak, await held());
    await new Promise((resolve) => {
      setTimeout(resolve, INTERVAL);
    });
  }
  await working;
  await devtools.detach();
  return { before, peak };
}

/** Bytes of a process with its share of shared memory; 0 once it has ended. */
async function memoryOf(process: number): Promise<number> {
  const text = await readFile(`/proc/${process}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}
