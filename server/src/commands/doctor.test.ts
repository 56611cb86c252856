import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { saveRunningServer } from '../db/running-servers.ts';
import { freePort } from '../testing/free-port.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { useStrictBucket } from '../testing/strict-bucket.ts';
import { useCommandLine } from '../testing/use-command-line.ts';

const { db, portage } = useCommandLine();
const bucket = useStrictBucket();
const aServer = { name: 'api-1:8080', version: '1.0.0', keyVersions: [1], encryptsWith: 1 };

beforeAll(() => {
  vi.stubEnv('PORTAGE_DATA', os.tmpdir());
  vi.stubEnv('PORTAGE_DEMO', 'off');
});

test('the doctor names each fault on a line, and none without faults', async () => {
  vi.stubEnv('PORTAGE_PUBLIC_URL', 'https://portage.example');
  vi.stubEnv('PORTAGE_SMTP_URL', `smtp://127.0.0.1:${await freePort()}`);
  const ill = await portage('doctor');
  expect(ill).toMatchObject({ code: 1, errors: '2 faults.\n' });
  expect(ill.output).toMatch(/^servers: none runs\nmails: .*ECONNREFUSED.*\n$/);

  const mailServer = await startMailServer({ isPlain: true });
  vi.stubEnv('PORTAGE_SMTP_URL', `smtp://127.0.0.1:${mailServer.port}`);
  await saveRunningServer(db(), { ...aServer, id: randomUUID() });
  expect(await portage('doctor')).toEqual({ code: 0, output: 'Everything is well.\n', errors: '' });

  await saveRunningServer(db(), { ...aServer, id: randomUUID(), version: '1.1.0' });
  expect((await portage('doctor')).output).toBe(
    'servers: they run different versions: 1.0.0, 1.1.0\n',
  );
});

test('the doctor reports a read replica that does not answer or is not a replica', async () => {
  vi.stubEnv('PORTAGE_DEV_MAIL', 'on');
  vi.stubEnv('PORTAGE_REPLICA_URL', `postgresql://portage@127.0.0.1:${await freePort()}/portage`);
  expect((await portage('doctor')).output).toMatch(/^replica: .*ECONNREFUSED/m);
  vi.stubEnv('PORTAGE_REPLICA_URL', inject('postgresUrl'));
  expect((await portage('doctor')).output).toMatch(/^replica: it is not a standby$/m);
});

test('the doctor reports a bucket that takes no pictures', async () => {
  vi.stubEnv('PORTAGE_DEV_MAIL', 'on');
  vi.stubEnv('PORTAGE_PHOTOS', 's3');
  vi.stubEnv('PORTAGE_S3_BUCKET', bucket.bucket);
  vi.stubEnv('PORTAGE_S3_REGION', bucket.region);
  vi.stubEnv('PORTAGE_S3_ENDPOINT', bucket.endpoint);
  vi.stubEnv('PORTAGE_S3_PATH_STYLE', 'on');
  expect((await portage('doctor')).output).not.toMatch(/^photos/m);

  bucket.answerInstead(({ method }, response) => {
    const refusal = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
    const list = `<ListBucketResult><Name>${bucket.bucket}</Name></ListBucketResult>`;
    response.writeHead(method === 'PUT' ? 403 : 200).end(method === 'PUT' ? refusal : list);
  });
  expect((await portage('doctor')).output).toMatch(
    /^photos: a picture cannot be stored, read and deleted: Access Denied$/m,
  );
});
