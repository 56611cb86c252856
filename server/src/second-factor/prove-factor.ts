import { createHash } from 'node:crypto';
import type { PasskeyRequestOptions } from '@portage/contract/users/passkeys';
import type { SecondFactorProof } from '@portage/contract/users/second-factor';
import type { SecondFactorMethod } from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { forgiveAttempts } from '../throttle/give-attempt-back.ts';
import { takeAttempt } from '../throttle/take-attempt.ts';
import { tooManyAttempts } from '../throttle/too-many-attempts.ts';
import type { VerifiedSession } from '../http/session.ts';
import type { Attempt } from '../throttle/throttle-key.ts';
import { isAppCode } from './authenticator-app.ts';
import { countFactors } from './factor-queries.ts';
import { isSignedByPasskey, passkeyRequestOptions } from './passkeys.ts';
import { useRecoveryCode } from './recovery-codes.ts';

/** What the check of a second factor works with. */
export type FactorDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'portalUrl'>;

/** Whose second factor it is. */
export interface FactorHolder {
  userId: string;
  username: string;
  merchantId: string;
}

/** Where a second factor is shown; what is `known` has attempts of its own. */
export type ProvedFrom = Pick<Attempt, 'address' | 'knownDevice'>;

/**
 * A session as a place of its own: attempts by somebody who knows the password alone do not use up
 * those of a session that is open.
 */
export const inSession = ({ sessionId = '' }: VerifiedSession, address: string): ProvedFrom => ({
  address,
  knownDevice: createHash('sha256').update(`session\0${sessionId}`).digest(),
});

/** How a user can show a second factor, and what a passkey would have to sign. */
export interface FactorChallenge {
  methods: SecondFactorMethod[];
  passkeyOptions?: PasskeyRequestOptions;
}

/** How a user can show a second factor; undefined for one who has none. */
export async function challengeFactor(
  deps: FactorDeps,
  userId: string,
): Promise<FactorChallenge | undefined> {
  const { hasApp, passkeys, recoveryCodes } = await countFactors(deps.db, userId);
  if (!hasApp && passkeys === 0) return undefined;
  const methods: SecondFactorMethod[] = [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(hasApp ? (['app'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
  const passkeyOptions = passkeys > 0 ? await passkeyRequestOptions(deps, userId) : undefined;
  return { methods, ...(passkeyOptions && { passkeyOptions }) };
}

/**
 * Does a check of somebody's second factor, counted so that nobody can try them all. Throws
 * `second_factor_wrong` where it says false, and `too_many_attempts`.
 */
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
  const throttled = await takeAttempt(deps, action, attempt);
  if (throttled?.isFirst) {
    await recordSecurityEvent(deps.db, { ...event, action: 'second_factor.throttled' });
  }
  if (throttled) throw tooManyAttempts(throttled.seconds);
  if (!(await check())) {
    await recordSecurityEvent(deps.db, { ...event, action: 'second_factor.failed' });
    throw new ApiError('second_factor_wrong');
  }
  await forgiveAttempts(deps, action, attempt);
}

/** Checks a second factor. Throws `second_factor_wrong` and `too_many_attempts`. */
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
  // The six digits of an app can be guessed; keys and recovery codes stay open when they are closed.
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
