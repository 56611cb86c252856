import { hashSync, verifySync } from '@node-rs/argon2';
import { stepBack } from '../threads/step-back.ts';
import { PASSWORD_COST } from './password-cost.ts';

// Runs in threads started by passwords.ts. Low steps, so that sign-ins work under overload.
stepBack(5);

/** PHC string format with its own salt. */
export function hashPassword(password: string): string {
  return hashSync(password, PASSWORD_COST);
}

/** Verifies at the cost that the hash names. */
export function verifyPassword({ hash, password }: { hash: string; password: string }): boolean {
  return verifySync(hash, password);
}
