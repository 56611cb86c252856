import { randomBytes, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DAY } from '@portage/contract/time';
import { deleteRunningServer, saveRunningServer } from '../db/running-servers.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { announceServer } from '../servers/announce-server.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { useDirectory } from '../testing/use-directory.ts';
import { getSecret, KeyNotEverywhere, lookupHash, rotateSecrets } from './get-secret.ts';
import { fileSecretKeys, givenSecretKeys, SecretKeysSetting } from './secret-keys.ts';
import { findSecret } from './secret-queries.ts';
import { openSecrets, SecretUnreadable, versionOf } from './secrets.ts';

const server = useTestServer();
const ROW = { table: 'secrets', key: ['one'] } as const;
const OTHER_ROW = { table: 'secrets', key: ['two'] } as const;

const secretsOf = (...versions: number[]) =>
  openSecrets(givenSecretKeys(new Map(versions.map((version) => [version, keyOf(version)]))));
const keyOf = (version: number) => Buffer.alloc(32, version);

describe('an encrypted value', () => {
  test('decrypts to its text, and is encrypted differently each time', () => {
    const secrets = secretsOf(1);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const encrypted = secrets.encrypt(ROW, Buffer.from(bytes));
        expect(secrets.decrypt(ROW, encrypted).equals(bytes)).toBe(true);
        expect(encrypted.equals(secrets.encrypt(ROW, Buffer.from(bytes)))).toBe(false);
      }),
    );
  });

  test('cannot be decrypted after any byte changed', () => {
    const secrets = secretsOf(1);
    const encrypted = secrets.encrypt(ROW, 'shpat_token');
    for (let at = 0; at < encrypted.length; at += 1) {
      const changed = Buffer.from(encrypted);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => secrets.decrypt(ROW, changed)).toThrow(SecretUnreadable);
    }
  });

  test('cannot be decrypted for another row or with another key', () => {
    const encrypted = secretsOf(1).encrypt(ROW, 'shpat_token');
    expect(() => secretsOf(1).decrypt(OTHER_ROW, encrypted)).toThrow(SecretUnreadable);
    expect(() => secretsOf(2).decrypt(ROW, encrypted)).toThrow(SecretUnreadable);
  });

  test('is encrypted with the newest key and decrypted with any', () => {
    const old = secretsOf(1).encrypt(ROW, 'one');
    const both = secretsOf(1, 2);
    expect(versionOf(both.encrypt(ROW, 'one'))).toBe(2);
    expect(both.decrypt(ROW, old).toString()).toBe('one');
  });
});

describe('the file of keys', () => {
  test('is made once, readable only by its owner, and read by every process', async () => {
    const directory = await useDirectory();
    const one = openSecrets(fileSecretKeys(directory, { make: true }));
    const other = openSecrets(fileSecretKeys(directory, { make: true }));
    expect(other.decrypt(ROW, one.encrypt(ROW, 'one')).toString()).toBe('one');
    const [file = '', ...more] = fs.readdirSync(directory);
    expect([file, more]).toEqual(['secret-keys.json', []]);
    expect(fs.statSync(path.join(directory, file)).mode & 0o777).toBe(0o600);
  });

  test('is refused when others may read it, when it is damaged, and when a command lacks it', async () => {
    const directory = await useDirectory();
    expect(() => fileSecretKeys(directory, { make: false })).toThrow('PORTAGE_SECRET_KEYS');
    fileSecretKeys(directory, { make: true });
    const file = path.join(directory, 'secret-keys.json');
    fs.chmodSync(file, 0o644);
    expect(() => fileSecretKeys(directory, { make: false })).toThrow('chmod 600');
    fs.chmodSync(file, 0o600);
    fs.writeFileSync(file, '{');
    expect(() => fileSecretKeys(directory, { make: false })).toThrow('damaged');
  });

  test('gets a key by a rotation, and keeps the previous one', async () => {
    const directory = await useDirectory();
    const secrets = openSecrets(fileSecretKeys(directory, { make: true }));
    const first = secrets.encrypt(ROW, 'one');
    secrets.addKey();
    expect(secrets.versionInUse()).toBe(2);
    expect(secrets.decrypt(ROW, first).toString()).toBe('one');
    const second = secrets.encrypt(ROW, 'two');
    secrets.addKey();
    expect(secrets.versionInUse()).toBe(3);
    expect(secrets.decrypt(ROW, second).toString()).toBe('two');
    expect(() => secrets.decrypt(ROW, first)).toThrow(SecretUnreadable);
  });
});

test('the keys setting is a list of versions and keys of 32 bytes', () => {
  const [one, two] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  expect([...SecretKeysSetting.parse(`2:${two}, 1:${one}`)].map(([v]) => v)).toEqual([2, 1]);
  for (const wrong of [
    '',
    one,
    `0:${one}`,
    `1:${randomBytes(16).toString('base64')}`,
    '1:no key',
  ]) {
    expect(SecretKeysSetting.safeParse(wrong).success).toBe(false);
  }
});

test('a rotation encrypts everything with the newest key, and keeps hashes', async () => {
  const { db } = server.deps;
  const [before, after] = [secretsOf(1), secretsOf(1, 2)];
  const key = await getSecret({ db, secrets: before }, 'photo-links');
  const hash = await lookupHash({ db, secrets: before }, 'api-keys', 'key');
  expect(await lookupHash({ db, secrets: before }, 'shops', 'key')).not.toEqual(hash);

  // More than one page.
  const mails = Array.from({ length: 1_203 }, () => {
    const id = randomUUID();
    const body = before.encrypt({ table: 'mails', key: [id] }, 'the text');
    const values = { recipient: 'ada@shop.example', subject: '', sent_at: null, last_error: null };
    return { id, created_at: new Date(), encrypted_body: body, ...values };
  });
  await db.insertInto('mails').values(mails).execute();
  const shop = { merchantId: randomUUID(), shop: 'maple.myshopify.com' };
  const tokenRow = { table: 'shops', key: [shop.merchantId] } as const;
  const encryptedToken = before.encrypt(tokenRow, 'shpat_token').toString('base64');
  await insertJob(db, 'leave-shop', { ...shop, encryptedToken }, { delay: DAY });

  const { version, count } = await rotateSecrets({ db, secrets: after });
  expect([version, count >= mails.length + 3]).toEqual([2, true]);
  expect(await rotateSecrets({ db, secrets: after })).toEqual({ version: 2, count: 0 });
  const onlyNew = { db, secrets: secretsOf(2) };
  const stored = await db.selectFrom('mails').select(['id', 'encrypted_body']).execute();
  const texts = stored.map(({ id, encrypted_body: body }) =>
    onlyNew.secrets.decrypt({ table: 'mails', key: [id] }, body ?? Buffer.alloc(0)).toString(),
  );
  expect(texts).toEqual(mails.map(() => 'the text'));
  const { rows } = await sql<{ payload: typeof shop & { encryptedToken: string } }>`
    select payload::jsonb as payload from graphile_worker._private_jobs
    where payload ->> 'merchantId' = ${shop.merchantId}`.execute(db);
  const [left] = rows.map(({ payload }) => payload);
  expect(left).toMatchObject(shop);
  const token = Buffer.from(left?.encryptedToken ?? '', 'base64');
  expect(onlyNew.secrets.decrypt(tokenRow, token).toString()).toBe('shpat_token');
  expect(await getSecret(onlyNew, 'photo-links')).toEqual(key);
  expect(await lookupHash(onlyNew, 'api-keys', 'key')).toEqual(hash);
  await expect(getSecret({ db, secrets: before }, 'photo-links')).rejects.toThrow(SecretUnreadable);
});

describe('a rotation beside two servers', () => {
  function runServer(name: string, ...versions: number[]) {
    const { db } = server.deps;
    const keys = new Map(versions.map((version) => [version, keyOf(version)]));
    const secrets = openSecrets(givenSecretKeys(keys));
    const id = randomUUID();
    onTestFinished(() => deleteRunningServer(db, id));
    const announce = () => announceServer({ db, secrets }, { id, name, version: '1.0.0' });
    const add = (version: number) => void keys.set(version, keyOf(version));
    return { secrets, announce, add };
  }

  test('uses no key that one of them lacks, and both can read each other’s values', async () => {
    const { db } = server.deps;
    const before = secretsOf(1, 2);
    const inUse = (await rotateSecrets({ db, secrets: before })).version;
    const [one, two] = [runServer('api-1', 1, inUse, 7), runServer('api-2', 1, inUse)];
    await Promise.all([one.announce(), two.announce()]);
    const operator = { db, secrets: secretsOf(1, inUse, 7) };

    const refusal = await rotateSecrets(operator, async () => undefined).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(KeyNotEverywhere);
    expect(refusal).toMatchObject({ version: 7, servers: ['api-2'] });
    await Promise.all([one.announce(), two.announce()]);
    const between = one.secrets.encrypt(ROW, 'between');
    expect(two.secrets.decrypt(ROW, between).toString()).toBe('between');

    two.add(7);
    const announceAll = async () => {
      await one.announce();
      expect(two.secrets.decrypt(ROW, one.secrets.encrypt(ROW, 'now')).toString()).toBe('now');
      await two.announce();
    };
    expect((await rotateSecrets(operator, announceAll)).version).toBe(7);
    expect([one, two].map(({ secrets }) => secrets.versionInUse())).toEqual([7, 7]);
    expect(await getSecret({ db, secrets: secretsOf(7) }, 'lookups')).toBeInstanceOf(Buffer);
  });

  test('that is interrupted is finished with the same keys when run again', async () => {
    const { db } = server.deps;
    const plain = await getSecret({ db, secrets: secretsOf(1, 2, 7) }, 'photo-links');
    const inUse = versionOf((await findSecret(db, 'photo-links')) ?? Buffer.alloc(4));
    const directory = await useDirectory();
    const keys = [{ version: inUse, key: keyOf(inUse).toString('base64') }];
    const file = path.join(directory, 'secret-keys.json');
    fs.writeFileSync(file, JSON.stringify({ keys }), { mode: 0o600 });
    const operator = () => ({
      db,
      secrets: openSecrets(fileSecretKeys(directory, { make: false })),
    });
    const [id, next] = [randomUUID(), inUse + 1];
    onTestFinished(() => deleteRunningServer(db, id));
    const hung = { id, name: 'api-1', version: '1.0.0', keyVersions: [inUse, next] };
    await saveRunningServer(db, { ...hung, encryptsWith: inUse });
    await expect(rotateSecrets(operator(), async () => undefined)).rejects.toThrow(
      KeyNotEverywhere,
    );

    await deleteRunningServer(db, id);
    const { version, count } = await rotateSecrets(operator());
    expect([version, count > 0]).toEqual([next, true]);
    expect(await getSecret(operator(), 'photo-links')).toEqual(plain);
    expect((await rotateSecrets(operator())).version).toBe(next + 1);
  });
});
