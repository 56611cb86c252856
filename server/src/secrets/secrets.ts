import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKeySource } from './secret-keys.ts';

/** Names each table's key columns and encrypted column. */
export const ENCRYPTED_COLUMNS = {
  authenticator_apps: { column: 'encrypted_secret', key: ['user_id'] },
  mails: { column: 'encrypted_body', key: ['id'] },
  secrets: { column: 'encrypted_value', key: ['name'] },
  shipstation_integrations: { column: 'encrypted_api_key', key: ['merchant_id'] },
  signing_keys: { column: 'encrypted_jwk', key: ['kid'] },
  shops: { column: 'encrypted_token', key: ['merchant_id'] },
} as const satisfies Readonly<Record<string, { column: string; key: readonly string[] }>>;

export type EncryptedTable = keyof typeof ENCRYPTED_COLUMNS;

/** Values decrypt only for their own row. */
export interface EncryptedRow {
  table: EncryptedTable;
  /** In the order of `ENCRYPTED_COLUMNS`. */
  key: readonly string[];
}

export interface Secrets {
  /** Encrypts a value for a row with the key in use. */
  encrypt(row: EncryptedRow, value: string | Buffer): Buffer;
  /** Throws `SecretUnreadable`. */
  decrypt(row: EncryptedRow, encrypted: Buffer): Buffer;
  /** Versions of the keys, read again. */
  versions(): readonly number[];
  /** The version that encrypts: the newest one until `use` names another. */
  versionInUse(): number;
  /** Encrypts with this version from now on. */
  use(version: number): void;
  /** Adds a key to those of the file; does nothing where configuration gives the keys. */
  addKey(): void;
}

/** No key decrypts it, or it belongs to another row. */
export class SecretUnreadable extends Error {
  constructor(row: EncryptedRow, version: number, options?: ErrorOptions) {
    super(`A secret of ${row.table} cannot be decrypted with key version ${version}`, options);
    this.name = 'SecretUnreadable';
  }
}

const CIPHER = 'aes-256-gcm';

/** Layout: key version (4 bytes), nonce, authentication tag, ciphertext. */
const VERSION_LENGTH = 4;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

export const versionOf = (encrypted: Buffer): number => encrypted.readUInt32BE(0);

/** Authenticated by the cipher. */
const contextOf = ({ table, key }: EncryptedRow, version: number) =>
  Buffer.from(JSON.stringify([version, table, ENCRYPTED_COLUMNS[table].column, ...key]));

/** AES-256-GCM. */
export function openSecrets(source: SecretKeySource): Secrets {
  let chosen: number | undefined;
  const versionInUse = () => chosen ?? Math.max(...source.keys().keys());

  return {
    versions: () => [...source.reread().keys()],
    versionInUse,
    use(version) {
      chosen = version;
    },
    addKey: () => source.add(),
    encrypt(row, value) {
      const version = versionInUse();
      const key = source.keys().get(version);
      if (!key) throw new Error('There is no key to encrypt with');
      const nonce = randomBytes(NONCE_LENGTH);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(contextOf(row, version));
      const content = Buffer.concat([cipher.update(value), cipher.final()]);
      const head = Buffer.alloc(VERSION_LENGTH);
      head.writeUInt32BE(version);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), content]);
    },
    decrypt(row, encrypted) {
      const version = versionOf(encrypted);
      const key = source.keys().get(version) ?? source.reread().get(version);
      if (!key) throw new SecretUnreadable(row, version);
      const tagAt = VERSION_LENGTH + NONCE_LENGTH;
      const decipher = createDecipheriv(CIPHER, key, encrypted.subarray(VERSION_LENGTH, tagAt), {
        authTagLength: TAG_LENGTH,
      })
        .setAAD(contextOf(row, version))
        .setAuthTag(encrypted.subarray(tagAt, tagAt + TAG_LENGTH));
      try {
        const content = encrypted.subarray(tagAt + TAG_LENGTH);
        return Buffer.concat([decipher.update(content), decipher.final()]);
      } catch (error) {
        throw new SecretUnreadable(row, version, { cause: error });
      }
    },
  };
}
