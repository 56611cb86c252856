import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

/** Milliseconds between two readings. */
const INTERVAL = 100;

/** The memory of a browser while something is done: before it, and the most of it, in bytes. */
export interface BrowserMemory {
  before: number;
  peak: number;
}

/**
 * Watches the memory of all processes of a browser while something is done; what they share is counted
 * once. Linux only: elsewhere there is nothing to be read.
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

/** The memory of a process in bytes, its share of what it has in common with others; 0 once it has ended. */
async function memoryOf(process: number): Promise<number> {
  const text = await readFile(`/proc/${process}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}
