import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';

/** The signature of session tokens (RFC 7518): ECDSA on P-256. */
export const SIGNATURE_ALGORITHM = 'ES256';

/** One key pair that signs or verifies session tokens. */
export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: { kty: string; crv: string; x: string; y: string };
}

/** Makes a key pair, as JSON text of its private key (RFC 7517); its id is its thumbprint (RFC 7638). */
export async function generateSigningKey(): Promise<{ kid: string; privateJwk: string }> {
  const { privateKey } = await generateKeyPair(SIGNATURE_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(jwk), privateJwk: JSON.stringify(jwk) };
}

/** Reads a key pair that was stored. */
export async function importSigningKey(kid: string, privateJwk: string): Promise<SigningKey> {
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
