import { expect, test } from 'vitest';
import { readDatabaseEnv, readEnv } from './env.ts';

test('an address is taken without its last slash, so that paths can follow it', () => {
  const address = (PORTAGE_PUBLIC_URL: string) => readEnv({ PORTAGE_PUBLIC_URL }).publicUrl;
  expect(address('https://portage.example/')).toBe('https://portage.example');
  expect(address('https://portage.example')).toBe('https://portage.example');
});

test('an empty value counts as not set', () => {
  expect(readEnv({ PORT: '', PORTAGE_PUBLIC_URL: '' })).toEqual(readEnv({}));
});

test('the database’s address can be read while other settings are missing or wrong', () => {
  const environment = { PORTAGE_DATA: '/data', PORTAGE_DEMO: 'off', PORT: 'eighty' };
  expect(() => readEnv(environment)).toThrow();
  expect(readDatabaseEnv(environment)).toEqual({ dataDirectory: '/data', databaseUrl: undefined });
});

test('a demo listens only on this machine by default', () => {
  expect(readEnv({}).host).toBe('127.0.0.1');
  expect(readEnv({ PORTAGE_HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  const real = { PORTAGE_DEMO: 'off', PORTAGE_DEV_MAIL: 'on' };
  expect(readEnv(real).host).toBe('0.0.0.0');
});

test('trusted proxies are addresses and networks', () => {
  const PORTAGE_TRUSTED_PROXIES = '10.0.0.0/8, 192.0.2.7,2001:db8::/32,::1';
  expect(readEnv({ PORTAGE_TRUSTED_PROXIES }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '192.0.2.7',
    '2001:db8::/32',
    '::1',
  ]);
});

test.each([
  ['PORT', '0'],
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['DATABASE_URL', 'mysql://localhost/portage'],
  ['PORTAGE_DEMO', 'maybe'],
  ['PORTAGE_FACES', 'api,printer'],
  ['PORTAGE_LOG_LEVEL', 'loud'],
  ['PORTAGE_PUBLIC_URL', 'portage.example'],
  ['PORTAGE_API_URL', 'api.portage.example'],
  ['PORTAGE_SMTP_URL', 'https://mail.example'],
  ['PORTAGE_MAIL_FROM', 'Portage'],
  ['PORTAGE_MAIL_FROM', 'Portage <a@mail.example>, b@mail.example'],
  ['PORTAGE_MAIL_FROM', 'Portage <a@mail..example>'],
  ['PORTAGE_MAIL_FROM', 'Portage\r\nBcc: <a@mail.example>'],
  ['PORTAGE_MAP_TILES', 'https://tiles.example/{z}.png'],
  ['PORTAGE_PHOTOS', 'disk'],
  ['PORTAGE_S3_ENDPOINT', 'storage.example'],
  ['PORTAGE_TRUSTED_PROXIES', 'proxy.portage.example'],
  ['PORTAGE_TRUSTED_PROXIES', '10.0.0.1,'],
])('%s=%s is refused by its name', (key, value) => {
  expect(() => readEnv({ [key]: value })).toThrow(new RegExp(`^${key}: `));
});

test('mails go to the configured mail server, and the outbox is then off', () => {
  const PORTAGE_SMTP_URL = 'smtp://mail.example';
  const PORTAGE_PUBLIC_URL = 'https://portage.example';
  expect(readEnv({ PORTAGE_SMTP_URL, PORTAGE_PUBLIC_URL, PORTAGE_DEV_MAIL: 'on' }).mail).toEqual({
    smtpUrl: PORTAGE_SMTP_URL,
    from: 'Portage <no-reply@portage.example>',
    readable: false,
  });
});

test('without a mail server, a demo and development show the outbox', () => {
  expect(readEnv({}).mail).toMatchObject({ smtpUrl: undefined, readable: true });
  const development = readEnv({ PORTAGE_DEMO: 'off', PORTAGE_DEV_MAIL: 'on' });
  expect(development.mail).toMatchObject({ smtpUrl: undefined, readable: true });
});

test('without a mail server, production does not start', () => {
  expect(() => readEnv({ PORTAGE_DEMO: 'off' })).toThrow(/^PORTAGE_SMTP_URL: is needed/);
  expect(() => readEnv({ PORTAGE_SMTP_URL: 'smtp://mail.example' })).toThrow(
    /^PORTAGE_PUBLIC_URL: is needed/,
  );
});

test('a replica needs the address of what it replicates', () => {
  const replica = { PORTAGE_REPLICA_URL: 'postgresql://portage@replica/portage' };
  expect(() => readEnv(replica)).toThrow(/^PORTAGE_REPLICA_URL: needs the DATABASE_URL/);
  const both = { ...replica, DATABASE_URL: 'postgresql://portage@primary/portage' };
  expect(readEnv(both).replicaUrl).toBe(replica.PORTAGE_REPLICA_URL);
});

test('photos are files unless a bucket is configured, which must be named', () => {
  expect(readEnv({}).photos).toEqual({ store: 'files' });
  const bucket = { PORTAGE_PHOTOS: 's3', PORTAGE_S3_BUCKET: 'photos', PORTAGE_S3_REGION: 'local' };
  expect(readEnv({ ...bucket, PORTAGE_S3_PATH_STYLE: 'on' }).photos).toEqual({
    store: 's3',
    bucket: 'photos',
    region: 'local',
    endpoint: undefined,
    usesPaths: true,
  });
  expect(() => readEnv({ ...bucket, PORTAGE_S3_REGION: '' })).toThrow(
    'PORTAGE_S3_REGION: is needed with PORTAGE_PHOTOS=s3',
  );
});
