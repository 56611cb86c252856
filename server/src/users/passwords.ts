import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldMessages } from '@portage/contract/field-messages';
import { unmetPasswordRules, commonPasswordRule } from '@portage/contract/users/password-rule';
import { invalidField } from '../api-error.ts';
import { type WorkerThreads, workerThreads } from '../threads/worker-threads.ts';
import { UNKNOWN_USER_HASH } from './password-cost.ts';
import type * as passwordWorker from './password-worker.ts';

/** Omits look-alikes (0 O o, 1 I l) and characters special to shells, mails and JSON. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789-+=@';

/** 94 bits, short enough to type from a phone's screen. */
export const TEMPORARY_PASSWORD_LENGTH = 16;

/** Draws until every rule is met, for equal odds; 5.9 bits a character. `length` is at least 12. */
export function makePassword(length: number): string {
  for (;;) {
    const characters = Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
    const password = characters.join('');
    if (unmetPasswordRules(password).length === 0) return password;
  }
}

const MOST_USED = 10_000;

/** The package lists the most frequent first. */
export const mostUsed: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].slice(0, MOST_USED),
);

/** Those that a new password can be or contain; the portal checks with them. */
export const mostUsedPasswords: readonly string[] = [...mostUsed].filter(
  (password) =>
    /^\p{L}(?:.*\p{L})?$/u.test(password) || unmetPasswordRules(`${password}A`).length === 0,
);

/** Throws `invalid_request`, naming the rule. */
export function refuseCommonPassword(newPassword: string): void {
  const rule = commonPasswordRule(newPassword, mostUsed);
  if (rule) throw invalidField('newPassword', fieldMessages[rule]);
}

const WORKER = new URL('./password-worker.ts', import.meta.url);

/** Run password-worker.ts. */
export const passwordThreads = (
  limits: Parameters<typeof workerThreads>[1],
): WorkerThreads<typeof passwordWorker> => workerThreads(WORKER, limits);

/** One a core; each takes 64 MiB while it hashes. */
const THREADS = availableParallelism();

/** A hash takes 55 ms of a core: the last waits some three seconds. */
const MOST_WAITING = 50 * THREADS;

const inThreads = passwordThreads({ threads: THREADS, mostWaiting: MOST_WAITING });

/** Argon2id, off the main thread. Throws `busy`. */
export function hashPassword(password: string): Promise<string> {
  return inThreads('hashPassword', password);
}

/** Returns false without a hash, after as long. Throws `busy`. */
export async function isPasswordOf(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const hash = passwordHash ?? UNKNOWN_USER_HASH;
  const matches = await inThreads('verifyPassword', { hash, password });
  return passwordHash !== undefined && matches;
}
