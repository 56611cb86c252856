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
 * The signing keys kept in the database, held in memory; the first is made when there is none. A key
 * id that is not known here is looked up once more, since another process may have added it.
 */
export function databaseSigningKeys(db: Database, clock: Clock): SigningKeys {
  let loaded: Promise<SigningKey[]> | undefined;

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

  const all = () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));

  return {
    all,
    async newest() {
      const [key] = await all();
      if (!key) throw new Error('There is no signing key');
      return key;
    },
    async find(kid) {
      const known = (await all()).find((key) => key.kid === kid);
      if (known) return known;
      loaded = undefined;
      return (await all()).find((key) => key.kid === kid);
    },
  };
}
