import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { insertFirstSigningKey, listSigningKeys } from './signing-key-queries.ts';

/** The signature of session tokens (RFC 7518): ECDSA on P-256. */
export const SIGNATURE_ALGORITHM = 'ES256';

/** One key pair that signs or verifies session tokens. */
interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: { kty: string; crv: string; x: string; y: string };
}

/** How long keys are held. So long another process may not sign with a new one, and trust a removed one. */
const HELD_FOR = 60_000;

/**
 * How soon they are read again for a key id that is not among them. Anyone can send tokens that name
 * a key we never had, and must not make each of them a query.
 */
const LOOK_AGAIN_AFTER = 1_000;

/** The keys of a database: the newest signs, all verify. */
export interface SigningKeys {
  newest(): Promise<SigningKey>;
  find(kid: string): Promise<SigningKey | undefined>;
  all(): Promise<SigningKey[]>;
}

async function importSigningKey(kid: string, privateJwk: JWK): Promise<SigningKey> {
  const { kty, crv = '', x = '', y = '' } = privateJwk;
  const publicJwk = { kty: kty ?? 'EC', crv, x, y };
  return {
    kid,
    privateKey: (await importJWK(privateJwk, SIGNATURE_ALGORITHM)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, SIGNATURE_ALGORITHM)) as CryptoKey,
    publicJwk,
  };
}

async function generatePrivateJwk(): Promise<{ kid: string; jwk: JWK }> {
  const { privateKey } = await generateKeyPair(SIGNATURE_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(jwk), jwk };
}

/**
 * The signing keys kept in the database, held in memory for a minute; the first is made when there is
 * none. A key id that is not known here is looked up once more, since another process may have just
 * added it.
 */
export function databaseSigningKeys(db: Database, clock: Clock): SigningKeys {
  let loaded: { keys: Promise<SigningKey[]>; at: number } | undefined;

  async function load(): Promise<SigningKey[]> {
    let rows = await listSigningKeys(db);
    if (rows.length === 0) {
      const { kid, jwk } = await generatePrivateJwk();
      await insertFirstSigningKey(db, kid, JSON.stringify(jwk), clock.now());
      rows = await listSigningKeys(db);
    }
    return Promise.all(
      rows.map(({ kid, private_jwk }) => importSigningKey(kid, JSON.parse(private_jwk) as JWK)),
    );
  }

  /** The keys as they were read at most so many milliseconds ago. */
  function keysOfLast(milliseconds: number): Promise<SigningKey[]> {
    const now = clock.now();
    if (loaded && now - loaded.at < milliseconds) return loaded.keys;
    const keys = load();
    loaded = { keys, at: now };
    keys.catch(() => {
      if (loaded?.keys === keys) loaded = undefined;
    });
    return keys;
  }

  return {
    all: () => keysOfLast(HELD_FOR),
    async newest() {
      const [key] = await keysOfLast(HELD_FOR);
      if (!key) throw new Error('There is no signing key');
      return key;
    },
    async find(kid) {
      const isIt = (key: SigningKey) => key.kid === kid;
      const known = (await keysOfLast(HELD_FOR)).find(isIt);
      return known ?? (await keysOfLast(LOOK_AGAIN_AFTER)).find(isIt);
    },
  };
}
