import type { WebAuthnCredential } from '@simplewebauthn/server';
import { z } from 'zod';
import { MINUTE } from '@portage/contract/time';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@portage/contract/users/passkeys';
import type { Deps } from '../deps.ts';
import { readJson } from '../read-json.ts';
import {
  deletePasskeyChallenge,
  insertPasskeyChallenge,
  listPasskeys,
  type StoredPasskey,
  updatePasskeyUse,
} from './second-factor-queries.ts';

/** Milliseconds, equal to a second-factor challenge's. */
const PATIENCE = 10 * MINUTE;

/** COSE numbers: EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Serves the portal in development. */
const DEVELOPMENT_ORIGIN = 'http://localhost:5173';

/** Takes 27 MB and a quarter of a second. */
const webAuthn = () => import('@simplewebauthn/server');

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'portalUrl'>;

/** Passkeys work on the portal's pages. */
function relyingParty(portalUrl: string): { id: string; origins: string[] } {
  const { hostname, origin } = new URL(portalUrl);
  return {
    id: hostname,
    origins: hostname === 'localhost' ? [origin, DEVELOPMENT_ORIGIN] : [origin],
  };
}

const described = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  transports,
});

/** Keeps a challenge until it is answered. */
function keepChallenge({ db, clock }: NeededDeps, userId: string, challenge: string) {
  const now = clock.now();
  return insertPasskeyChallenge(db, { userId, challenge, expiresAt: now + PATIENCE }, now);
}

const ClientData = z.object({ challenge: z.string() });

/** Used up by the look-up; undefined when not in force. */
async function takeChallenge(
  { db, clock }: NeededDeps,
  userId: string,
  clientDataJSON: string,
): Promise<string | undefined> {
  const clientData = readJson(ClientData, Buffer.from(clientDataJSON, 'base64url').toString());
  if (!clientData) return undefined;
  const { challenge } = clientData;
  const isInForce = await deletePasskeyChallenge(db, { userId, challenge }, clock.now());
  return isInForce ? challenge : undefined;
}

export async function passkeyCreationOptions(
  deps: NeededDeps,
  { userId, username, name }: { userId: string; username: string; name: string },
): Promise<PasskeyCreationOptions> {
  const existing = await listPasskeys(deps.db, userId);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Portage',
    rpID: relyingParty(deps.portalUrl).id,
    userID: new TextEncoder().encode(userId),
    userName: username,
    userDisplayName: name,
    timeout: PATIENCE,
    excludeCredentials: existing.map(described),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(deps, userId, options.challenge);
  return options;
}

/** Undefined when the browser's answer is not accepted. */
export async function readRegistration(
  deps: NeededDeps,
  userId: string,
  response: PasskeyRegistration,
): Promise<WebAuthnCredential | undefined> {
  const { clientDataJSON } = response.response;
  const expectedChallenge = await takeChallenge(deps, userId, clientDataJSON);
  if (expectedChallenge === undefined) return undefined;
  const { id, origins } = relyingParty(deps.portalUrl);
  const { verifyRegistrationResponse } = await webAuthn();
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: id,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(() => undefined);
  return checked?.registrationInfo?.credential;
}

/** Undefined for a user without passkeys. */
export async function passkeyRequestOptions(
  deps: NeededDeps,
  userId: string,
): Promise<PasskeyRequestOptions | undefined> {
  const passkeys = await listPasskeys(deps.db, userId);
  if (passkeys.length === 0) return undefined;
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps.portalUrl).id,
    allowCredentials: passkeys.map(described),
    timeout: PATIENCE,
    userVerification: 'preferred',
  });
  await keepChallenge(deps, userId, options.challenge);
  return options;
}

/** Signed by a passkey of the user, for the portal, just now. */
export async function isSignedByPasskey(
  deps: NeededDeps,
  userId: string,
  response: PasskeyAssertion,
): Promise<boolean> {
  const { clientDataJSON } = response.response;
  const expectedChallenge = await takeChallenge(deps, userId, clientDataJSON);
  const passkeys = await listPasskeys(deps.db, userId);
  const passkey = passkeys.find(({ credentialId }) => credentialId === response.id);
  if (expectedChallenge === undefined || !passkey) return false;
  const { id, origins } = relyingParty(deps.portalUrl);
  const { credentialId, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await webAuthn();
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: id,
    credential: { id: credentialId, publicKey, counter },
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!checked?.verified) return false;
  const { newCounter } = checked.authenticationInfo;
  const use = { id: passkey.id, counter: newCounter, now: deps.clock.now() };
  await updatePasskeyUse(deps.db, userId, use);
  return true;
}
