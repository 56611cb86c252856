import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@portage/contract/users/passkeys';

/** Flags of authenticator data: user present, user verified, credential data attached. */
const [PRESENT, ATTACHED] = [0x05, 0x40];

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();

/** A byte string of less than 65,536 bytes in CBOR. */
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);

/** An authenticator and its browser in software, for tests over HTTP. */
export function softwarePasskey(origin = 'https://portage.example') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  function authenticatorData(rpId: string, flags: number, attached = Buffer.alloc(0)) {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attached]);
  }

  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;

  return {
    id,
    /** Answers as a browser does to `navigator.credentials.create`. */
    create({
      challenge,
      rp,
    }: Pick<PasskeyCreationOptions, 'challenge' | 'rp'>): PasskeyRegistration {
      // An ES256 key in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const aaguid = Buffer.alloc(16);
      const idLength = Buffer.from([0, credentialId.length]);
      const attached = Buffer.concat([aaguid, idLength, credentialId, coseKey]);
      const authData = authenticatorData(rp.id ?? '', PRESENT | ATTACHED, attached);
      // {"fmt": "none", "attStmt": {}, "authData": …}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        cborBytes(authData),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Answers as a browser does to `navigator.credentials.get`. */
    use({ challenge, rpId = '' }: PasskeyRequestOptions, from = origin): PasskeyAssertion {
      const data = authenticatorData(rpId, PRESENT);
      const client = clientData('webauthn.get', challenge, from);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
