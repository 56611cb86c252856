import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory whose database is migrated and stopped, to be copied. */
    dataDirectory: string;
  }
}

export async function copyDataDirectory(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Copies the data directory of the test run: a first start takes seconds. */
export async function copyMadeDataDirectory(directory: string): Promise<void> {
  await copyDataDirectory(inject('dataDirectory'), directory);
}
