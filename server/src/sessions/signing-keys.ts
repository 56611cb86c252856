import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { EpochMillis } from '@portage/contract/time';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { listStoredSigningKeys, insertSigningKey, lockSigningKeys } from './signing-key-queries.ts';

/** ECDSA on P-256 (RFC 7518). */
export const SIGNATURE_ALGORITHM = 'ES256';

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: { kty: string; crv: string; x: string; y: string };
}

/** JSON of the private key (RFC 7517); the id is its thumbprint (RFC 7638). */
export async function generateSigningKey(): Promise<{ kid: string; privateJwk: string }> {
  const { privateKey } = await generateKeyPair(SIGNATURE_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(jwk), privateJwk: JSON.stringify(jwk) };
}

async function importSigningKey(kid: string, privateJwk: string): Promise<SigningKey> {
  const jwk = JSON.parse(privateJwk) as JWK;
  const { kty, crv = '', x = '', y = '' } = jwk;
  const publicJwk = { kty: kty ?? 'EC', crv, x, y };
  return {
    kid,
    privateKey: (await importJWK(jwk, SIGNATURE_ALGORITHM)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, SIGNATURE_ALGORITHM)) as CryptoKey,
    publicJwk,
  };
}

/** Signs from now on, even if this clock is behind. Needs locked keys. Returns its id. */
export async function addSigningKey(
  trx: Executor,
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  actor: 'operator' | 'system',
): Promise<string> {
  const now = clock.now();
  const [newest] = await listStoredSigningKeys(trx);
  const { kid, privateJwk } = await generateSigningKey();
  const encryptedJwk = secrets.encrypt({ table: 'signing_keys', key: [kid] }, privateJwk);
  const createdAt = Math.max(now, (newest?.createdAt ?? 0) + 1);
  await insertSigningKey(trx, { kid, encryptedJwk, createdAt });
  await recordSecurityEvent(trx, { at: now, action: 'signing_key.added', actor, subject: kid });
  return kid;
}

/** Adds one key for concurrent starts. */
async function addFirstSigningKey(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const existing = await listStoredSigningKeys(trx);
    if (existing.length === 0) await addSigningKey(trx, deps, 'system');
  });
}

export interface SigningKeyEntry {
  kid: string;
  createdAt: EpochMillis;
  /** Undefined for the key that signs. */
  replacedAt: EpochMillis | undefined;
}

/** Newest first: the first one signs. None before the first token. */
export async function listSigningKeys(db: Executor): Promise<SigningKeyEntry[]> {
  const keys = await listStoredSigningKeys(db);
  return keys.map(({ kid, createdAt }, index) => ({
    kid,
    createdAt,
    replacedAt: keys[index - 1]?.createdAt,
  }));
}

/** Milliseconds; with cached tokens a removed key is refused within a minute. */
const HELD_FOR = 30_000;

/** Milliseconds, so that forged ids do not cause a query each. */
const LOOK_AGAIN_AFTER = 1_000;

/** The newest signs, all verify. */
export interface SigningKeys {
  newest(): Promise<SigningKey>;
  find(kid: string): Promise<SigningKey | undefined>;
  all(): Promise<SigningKey[]>;
}

/** Caches keys, and makes the first. Another process may have added an unknown id. */
export function databaseSigningKeys(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): SigningKeys {
  const { db, clock, secrets } = deps;
  let held: { keys: Promise<SigningKey[]>; at: number } | undefined;
  let lookedAgainAt = -Infinity;

  async function read(): Promise<SigningKey[]> {
    let stored = await listStoredSigningKeys(db);
    if (stored.length === 0) {
      await addFirstSigningKey(deps);
      stored = await listStoredSigningKeys(db);
    }
    return Promise.all(
      stored.map(({ kid, encryptedJwk }) => {
        const privateJwk = secrets.decrypt({ table: 'signing_keys', key: [kid] }, encryptedJwk);
        return importSigningKey(kid, privateJwk.toString());
      }),
    );
  }

  function readAgain(): Promise<SigningKey[]> {
    const keys = read();
    held = { keys, at: clock.now() };
    keys.catch(() => {
      if (held?.keys === keys) held = undefined;
    });
    return keys;
  }

  const all = (): Promise<SigningKey[]> =>
    held && clock.now() - held.at < HELD_FOR ? held.keys : readAgain();

  /** Reads at most once per `LOOK_AGAIN_AFTER`. */
  function lookAgain(): Promise<SigningKey[]> {
    const now = clock.now();
    if (now - lookedAgainAt < LOOK_AGAIN_AFTER) return all();
    lookedAgainAt = now;
    return readAgain();
  }

  return {
    all,
    async newest() {
      const [key] = await all();
      if (!key) throw new Error('There is no signing key');
      return key;
    },
    async find(kid) {
      const isIt = (key: SigningKey) => key.kid === kid;
      return (await all()).find(isIt) ?? (await lookAgain()).find(isIt);
    },
  };
}
