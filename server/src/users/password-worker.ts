import { constants, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { PASSWORD_COST } from './password-cost.ts';

// Runs in threads of its own, started by password-threads.ts.
//
// A thread that hashes takes a core for as long as there is something to hash. Linux counts priority
// by thread: there, whatever else the machine has to do goes first. Elsewhere it would be the whole
// process that steps back.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The hash of a password, with a salt of its own, in the PHC string format. */
export function hashPassword(password: string): string {
  return hashSync(password, PASSWORD_COST);
}

/** Tells whether a password is the one of a hash, at the cost that the hash names. */
export function verifyPassword({ hash, password }: { hash: string; password: string }): boolean {
  return verifySync(hash, password);
}
