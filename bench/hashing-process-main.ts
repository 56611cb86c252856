import { verifySync } from '@node-rs/argon2';
import { closedLoop } from './measure.ts';

/** Verifies a password against its hash for some seconds. */
export interface HashingTask {
  hash: string;
  password: string;
  seconds: number;
}

process.on('message', async ({ hash, password, seconds }: HashingTask) => {
  const sample = await closedLoop(1, seconds, async () => {
    if (!verifySync(hash, password)) throw new Error('The hash is of another password');
  });
  process.send?.(sample);
});
