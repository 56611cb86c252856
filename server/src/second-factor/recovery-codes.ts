import { randomBytes } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Executor } from '../db/database.ts';
import { lookupHash } from '../secrets/get-secret.ts';
import { deleteRecoveryCode, replaceRecoveryCodes } from './factor-queries.ts';

/** How many codes a person gets. */
const COUNT = 10;

/** The letters and digits of base32 (RFC 4648): none is easily taken for another. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** How many characters a code has: 60 bits. */
const LENGTH = 12;

/** A code without its hyphens. */
const makeCode = () =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

/** A code as it is shown: in groups of four. */
const shown = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-');

type NeededDeps = Pick<Deps, 'db' | 'secrets'>;

const hashOf = (deps: NeededDeps, userId: string, code: string) =>
  lookupHash(deps, 'recovery-codes', `${userId}\0${code}`);

/** New recovery codes, as they are shown once, and what stores their hashes in place of those before. */
export async function makeRecoveryCodes(
  deps: NeededDeps,
  userId: string,
): Promise<{ codes: string[]; store: (trx: Executor) => Promise<void> }> {
  const codes = Array.from({ length: COUNT }, makeCode);
  const hashes = await Promise.all(codes.map((code) => hashOf(deps, userId, code)));
  return {
    codes: codes.map(shown),
    store: (trx) => replaceRecoveryCodes(trx, userId, hashes),
  };
}

/** Whether a code, without hyphens, is one of the user's. It is used up by this. */
export async function useRecoveryCode(
  deps: NeededDeps,
  userId: string,
  code: string,
): Promise<boolean> {
  return deleteRecoveryCode(deps.db, userId, await hashOf(deps, userId, code));
}
