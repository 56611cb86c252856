import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { pathsOf } from '../testing/make-merchant.ts';

const server = useTestServer();

const someEmail = () => `owner-${randomUUID()}@shop.example`;

const request = (changes: Record<string, unknown> = {}) => ({
  company: 'Fromagerie Zoé',
  name: 'Zoé Tremblay',
  email: someEmail(),
  phone: '514 555-0123',
  location: {
    street: '4200 boul. Saint-Laurent',
    city: 'Montréal',
    province: 'QC',
    postalCode: 'h2w 2r2',
    country: 'CA',
  },
  weeklyPackages: 250,
  ...changes,
});

const send = (payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: '/api/sign-ups', payload, headers });

const storedOf = async (email: unknown) =>
  (
    await server.deps.db
      .selectFrom('sign_up_requests')
      .select(['state', 'created_at as createdAt', 'document'])
      .where('email', '=', String(email))
      .execute()
  ).map(({ document, ...row }) => ({ ...row, ...(JSON.parse(document) as object) }));

test('a visitor’s request waits for a decision, cleaned, with the call’s language', async () => {
  const { email, ...rest } = request();
  const response = await send({ ...rest, email: email.toUpperCase() }, { locale: 'FR' });
  expect([response.statusCode, response.body]).toEqual([204, '']);
  expect(await storedOf(email)).toEqual([
    {
      ...rest,
      email,
      phone: '+15145550123',
      location: { ...rest.location, postalCode: 'H2W 2R2' },
      language: 'fr',
      state: 'pending',
      createdAt: TEST_NOW,
    },
  ]);
});

test('a second request of an e-mail address is stored beside the first', async () => {
  const first = request();
  await send(first);
  await send({ ...first, company: 'Fromagerie Zoé inc.' });
  const stored = (await storedOf(first.email)).map((one) => JSON.stringify(one)).toSorted();
  expect(stored).toEqual([
    expect.stringContaining('"Fromagerie Zoé inc."'),
    expect.stringContaining('"Fromagerie Zoé"'),
  ]);
});

test('a form filled in by a bot is dropped, and answered as sent', async () => {
  const spam = request({ website: 'https://spam.example' });
  expect((await send(spam)).statusCode).toBe(204);
  expect(await storedOf(spam.email)).toEqual([]);
});

test('bad values are refused by field', async () => {
  const response = await send(
    request({ company: ' ', email: 'a@b', phone: '12', weeklyPackages: -1 }),
  );
  expect(response.statusCode).toBe(400);
  const paths = pathsOf(response);
  expect(paths).toEqual(['company', 'email', 'phone', 'weeklyPackages']);
});

test('one e-mail address may send five requests an hour', async () => {
  const payload = request();
  for (let sent = 0; sent < 5; sent += 1) expect((await send(payload)).statusCode).toBe(204);
  const sixth = await send(payload);
  expect(sixth.statusCode).toBe(429);
  expect(sixth.headers['retry-after']).toBe('3600');
});
