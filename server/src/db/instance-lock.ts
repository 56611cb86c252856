import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A lock held by this process until it releases it or ends. */
export interface InstanceLock {
  release: () => void;
}

/**
 * Makes this process the only one of its kind on `directory`; undefined if another is.
 *
 * The lock is the exclusive lock of an (empty) SQLite file, which Node has built in: the operating
 * system holds it for the process and drops it when the process ends, however it ends. There is no
 * process number to compare and nothing stale to clear away.
 */
export function acquireInstanceLock(directory: string): InstanceLock | undefined {
  const file = new DatabaseSync(path.join(directory, 'lock'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    release: () => {
      file.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
