import type { SessionProof, SessionProofMethod } from '@portage/contract/second-factor';
import type { PasskeyRequestOptions } from '@portage/contract/passkeys';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { CallerSession } from '../http/session.ts';
import { limitPasswordTries, type PasswordTrier } from '../throttle/limit-password-tries.ts';
import { updateFactorChecked } from './factor-queries.ts';
import { challengeFactor, type FactorDeps, proveFactor } from './prove-factor.ts';

/** How a session can be confirmed, and what a passkey would have to sign. */
interface ConfirmationChallenge {
  methods: SessionProofMethod[];
  passkeyOptions?: PasskeyRequestOptions;
}

/** How somebody can confirm their session: by a second factor or, without one, by the password. */
export async function beginConfirmation(
  deps: FactorDeps & Pick<Deps, 'identity'>,
  { userId }: CallerSession,
): Promise<ConfirmationChallenge> {
  const challenge = await challengeFactor(deps, userId);
  return challenge ?? { methods: deps.identity.offersSecondFactor ? ['password'] : [] };
}

/**
 * Confirms a session: it may make protected calls for a while. Raises `second_factor_wrong`,
 * `current_password_wrong`, `too_many_attempts` and `busy`.
 */
export async function confirmSession(
  deps: FactorDeps & Pick<Deps, 'identity'>,
  proof: SessionProof,
  { session, address }: PasswordTrier,
): Promise<void> {
  if (proof.method === 'password') {
    await confirmByPassword(deps, proof.password, { session, address });
    return;
  }
  await proveFactor(deps, session, proof, address);
  const { sessionId } = session;
  if (sessionId !== undefined) await updateFactorChecked(deps.db, sessionId, deps.clock.now());
}

/** The password is counted with those of a change of the password: both try the current one. */
async function confirmByPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  password: string,
  { session, address }: PasswordTrier,
): Promise<void> {
  const { username, merchantId } = session;
  const run = async () => {
    const isRight = await deps.identity.confirmPassword(session, password);
    if (!isRight) throw new ApiError('current_password_wrong');
  };
  const failure = 'session.confirmation_failed';
  await limitPasswordTries(deps, { session, address }, { run, failure });
  await recordSecurityEvent(deps.db, {
    at: deps.clock.now(),
    action: 'session.confirmed',
    actor: username,
    merchantId,
    address,
  });
}
