import { hash, randomBytes } from 'node:crypto';
import type { PasskeyRequestOptions } from '@portage/contract/users/passkeys';
import type { SecondFactorProof } from '@portage/contract/users/second-factor';
import type { SecondFactorMethod } from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { VerifiedSession } from '../http/session.ts';
import { lookupHash } from '../secrets/get-secret.ts';
import { type Attempt, forgiveAttempts, requireAttempt } from '../throttle/attempts.ts';
import { isAppCode } from './authenticator-app.ts';
import { isSignedByPasskey, passkeyRequestOptions } from './passkeys.ts';
import { countFactors, deleteRecoveryCode, replaceRecoveryCodes } from './second-factor-queries.ts';

const COUNT = 10;

/** Base32 (RFC 4648), without look-alikes. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 60 bits. */
const LENGTH = 12;

/** Returns a code without hyphens. */
const makeCode = () =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

/** In groups of four. */
const shown = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-');

type NeededDeps = Pick<Deps, 'db' | 'secrets'>;

const hashOf = (deps: NeededDeps, userId: string, code: string) =>
  lookupHash(deps, 'recovery-codes', `${userId}\0${code}`);

/** Codes to show once, and a function that stores their hashes. */
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

/** Takes a code without hyphens. False for a wrong one. */
async function useRecoveryCode(deps: NeededDeps, userId: string, code: string): Promise<boolean> {
  return deleteRecoveryCode(deps.db, userId, await hashOf(deps, userId, code));
}

export type FactorDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'portalUrl'>;

export interface FactorHolder {
  userId: string;
  username: string;
  merchantId: string;
}

/** A known device has its own count of attempts. */
export type ProvedFrom = Pick<Attempt, 'address' | 'knownDevice'>;

/** Counts by session, so that a password thief cannot exhaust the attempts. */
export const inSession = ({ sessionId = '' }: VerifiedSession, address: string): ProvedFrom => ({
  address,
  knownDevice: hash('sha256', `session\0${sessionId}`, 'buffer'),
});

/** Available methods, and the options of a passkey. */
export interface FactorChallenge {
  methods: SecondFactorMethod[];
  passkeyOptions?: PasskeyRequestOptions;
}

/** Undefined for a user without a factor. */
export async function challengeFactor(
  deps: FactorDeps,
  userId: string,
): Promise<FactorChallenge | undefined> {
  const { hasApp, hasFactor, passkeys, recoveryCodes } = await countFactors(deps.db, userId);
  if (!hasFactor) return undefined;
  const methods: SecondFactorMethod[] = [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(hasApp ? (['app'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
  const passkeyOptions = passkeys > 0 ? await passkeyRequestOptions(deps, userId) : undefined;
  return { methods, ...(passkeyOptions && { passkeyOptions }) };
}

/** Counts failures. Throws `second_factor_wrong` and `too_many_attempts`. */
export async function limitFactorChecks(
  deps: Pick<Deps, 'db' | 'clock'>,
  { username, merchantId }: FactorHolder,
  from: ProvedFrom,
  check: () => Promise<boolean>,
  action: 'second-factor' | 'second-factor-key' = 'second-factor',
): Promise<void> {
  const { address } = from;
  const attempt = { ...from, account: username };
  const event = { at: deps.clock.now(), actor: username, merchantId, address };
  await requireAttempt(deps, action, attempt, () =>
    recordSecurityEvent(deps.db, { ...event, action: 'second_factor.throttled' }),
  );
  if (!(await check())) {
    await recordSecurityEvent(deps.db, { ...event, action: 'second_factor.failed' });
    throw new ApiError('second_factor_wrong');
  }
  await forgiveAttempts(deps, action, attempt);
}

/** Throws `second_factor_wrong` and `too_many_attempts`. */
export async function proveFactor(
  deps: FactorDeps,
  holder: FactorHolder,
  proof: SecondFactorProof,
  from: ProvedFrom,
): Promise<void> {
  const { userId, username, merchantId } = holder;
  const { address } = from;
  const check = () => {
    if (proof.method === 'app') {
      return isAppCode(deps, { userId, code: proof.code, isConfirmed: true });
    }
    if (proof.method === 'passkey') return isSignedByPasskey(deps, userId, proof.response);
    return useRecoveryCode(deps, userId, proof.code);
  };
  // Guesses of six digits must not lock passkeys and recovery codes.
  const action = proof.method === 'app' ? 'second-factor' : 'second-factor-key';
  await limitFactorChecks(deps, holder, from, check, action);
  const isRecovery = proof.method === 'recovery_code';
  await recordSecurityEvent(deps.db, {
    at: deps.clock.now(),
    action: isRecovery ? 'second_factor.recovery_code_used' : 'second_factor.checked',
    actor: username,
    merchantId,
    address,
  });
}
