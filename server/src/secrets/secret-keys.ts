import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { noSecretKeys, secretKeysUnusable } from '../startup-error.ts';

/** Bytes of AES-256. */
const KEY_LENGTH = 32;

/** Milliseconds between reads for a missing version. */
const READ_AGAIN_AFTER = 1_000;

/** Keys by their version. */
export type SecretKeys = ReadonlyMap<number, Buffer>;

export interface SecretKeySource {
  /** As last read. */
  keys(): SecretKeys;
  /** Another process may have added a key. */
  reread(): SecretKeys;
  /** Adds a key of the next version; does nothing where the operator adds keys. */
  add(): void;
}

const Key = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === KEY_LENGTH);

const KeyFile = z.object({
  keys: z.array(z.object({ version: z.int().min(1), key: Key })).min(1),
});

/** Such as `2:<base64>,1:<base64>`. */
export const SecretKeysSetting = z
  .string()
  .transform((text) =>
    text.split(',').map((entry) => {
      const [, version, key] = /^\s*(\d+):(\S+)\s*$/.exec(entry) ?? [];
      return { version: Number(version), key };
    }),
  )
  .pipe(
    z.array(
      z.object({
        version: z
          .int()
          .min(1)
          .max(2 ** 31),
        key: Key,
      }),
    ),
  )
  .transform((entries): SecretKeys => new Map(entries.map(({ version, key }) => [version, key])));

/** Reads configuration, where the operator adds and removes keys. */
export function givenSecretKeys(keys: SecretKeys): SecretKeySource {
  return { keys: () => keys, reread: () => keys, add: () => undefined };
}

export const secretKeysFile = (directory: string) => path.join(directory, 'secret-keys.json');

/** Makes a file with `make`, else throws `noSecretKeys`. Throws `secretKeysUnusable`. */
export function fileSecretKeys(directory: string, { make }: { make: boolean }): SecretKeySource {
  const file = secretKeysFile(directory);
  if (!fs.existsSync(file)) {
    if (!make) throw noSecretKeys(file);
    makeFirstKey(file);
  }
  let keys = readKeyFile(file);
  let readAt = Date.now();

  return {
    keys: () => keys,
    reread() {
      if (Date.now() - readAt >= READ_AGAIN_AFTER) {
        keys = readKeyFile(file);
        readAt = Date.now();
      }
      return keys;
    },
    add() {
      const current = readKeyFile(file);
      const version = Math.max(...current.keys()) + 1;
      // A running server may just have used the previous key.
      const kept = [...current].sort(([a], [b]) => b - a).slice(0, 1);
      keys = new Map([[version, randomBytes(KEY_LENGTH)], ...kept]);
      const draft = `${file}.${process.pid}`;
      writeKeyFile(draft, keys);
      fs.renameSync(draft, file);
    },
  };
}

/** Keeps one file of concurrent starts. */
function makeFirstKey(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeKeyFile(draft, new Map([[1, randomBytes(KEY_LENGTH)]]));
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if (!fs.existsSync(file)) throw error;
  } finally {
    fs.rmSync(draft);
  }
}

function writeKeyFile(file: string, keys: SecretKeys): void {
  const entries = [...keys].map(([version, key]) => ({ version, key: key.toString('base64') }));
  fs.writeFileSync(file, `${JSON.stringify({ keys: entries }, null, 2)}\n`, { mode: 0o600 });
}

function readKeyFile(file: string): SecretKeys {
  if ((fs.statSync(file).mode & 0o077) !== 0) {
    throw secretKeysUnusable(file, 'other accounts may read it; run chmod 600 on it');
  }
  try {
    const { keys } = KeyFile.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    return new Map(keys.map(({ version, key }) => [version, key]));
  } catch (error) {
    throw secretKeysUnusable(file, 'it is damaged', error);
  }
}
