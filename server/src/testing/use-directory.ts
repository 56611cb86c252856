import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty directory until the test ends. */
export async function useDirectory(): Promise<string> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'portage-test-'));
  onTestFinished(() => fs.rm(directory, { recursive: true }));
  return directory;
}
