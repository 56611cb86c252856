import { hashSync, verifySync } from '@node-rs/argon2';
import { stepBack } from '../threads/step-back.ts';
import { PASSWORD_COST } from './password-cost.ts';

// Runs in threads of its own, started by passwords.ts.
// Not far: on a machine that is overloaded, people must still be able to sign in.
stepBack(5);

/** The hash of a password, with a salt of its own, in the PHC string format. */
export function hashPassword(password: string): string {
  return hashSync(password, PASSWORD_COST);
}

/** Tells whether a password is the one of a hash, at the cost that the hash names. */
export function verifyPassword({ hash, password }: { hash: string; password: string }): boolean {
  return verifySync(hash, password);
}
