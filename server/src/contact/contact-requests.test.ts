import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY } from '@portage/contract/time';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { type Internet, publicInternet } from '../outgoing/public-address.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { allMails } from '../testing/mailed-codes.ts';
import { codeOf, errorsOf, pathsOf } from '../testing/make-merchant.ts';
import { noInternet } from '../testing/no-internet.ts';
import { FormNotSubmitted, openMarketingForm, submitContactRequest } from './marketing-form.ts';

const Submission = z.object({
  submittedAt: z.string().regex(/^\d+$/),
  fields: z.array(z.object({ objectTypeId: z.string(), name: z.string(), value: z.string() })),
  context: z.object({ pageUri: z.url(), pageName: z.string() }),
});
type Submission = z.infer<typeof Submission>;

interface MarketingService {
  url: string;
  received: Submission[];
  /** Error statuses for e-mail addresses whose submissions fail. */
  failing: Map<string, number>;
  stop(): Promise<void>;
}

/** Like the real service, it repeats the value that it rejects. */
function answer(response: ServerResponse, status: number, email: string): void {
  const errors = [{ message: `Error in 'fields.email'. ${email}`, errorType: 'BLOCKED_EMAIL' }];
  const body = status === 200 ? { inlineMessage: 'Thanks' } : { status: 'error', errors };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function startMarketingService(): Promise<MarketingService> {
  const received: Submission[] = [];
  const failing = new Map<string, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const submission = Submission.parse(await json(request));
      const email = submission.fields.find(({ name }) => name === 'email')?.value ?? '';
      const status = failing.get(email) ?? 200;
      if (status === 200) received.push(submission);
      answer(response, status, email);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/submissions/v3/integration/submit/1/form`,
    received,
    failing,
    stop: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}

let service: MarketingService;
beforeAll(async () => {
  service = await startMarketingService();
});
afterAll(() => service.stop());

const PRICING = 'https://portage.example/platform/pricing';

/** Reaches only this machine, where the tests' marketing service runs. */
const thisMachine: Internet = { ...noInternet, mayReach: (address) => address === '127.0.0.1' };

const server = useTestServer({
  marketingForm: {
    submit: (request, signal) =>
      openMarketingForm(service.url, PRICING, thisMachine).submit(request, signal),
  },
});

const signal = new AbortController().signal;

async function openForm(milliseconds = 10_000): Promise<string> {
  server.setNow(TEST_NOW - milliseconds);
  const response = await server.app.inject({ url: '/api/contact-requests/form' });
  server.setNow(TEST_NOW);
  return response.json<{ formToken: string }>().formToken;
}

const someEmail = () => `buyer-${randomUUID()}@shop.example`;

const request = async (changes: Record<string, unknown> = {}) => ({
  name: 'Zoé de la Tremblay',
  company: 'Fromagerie Zoé',
  email: someEmail(),
  phone: '514 555-0123',
  weeklyPackages: 6000,
  message: 'Bonjour,\nquel rabais?',
  formToken: await openForm(),
  ...changes,
});

const send = (payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: '/api/contact-requests', payload, headers });

const storedOf = async (email: string) =>
  (
    await server.deps.db
      .selectFrom('contact_requests')
      .select(['id', 'document', 'submitted_at as submittedAt', 'last_error as lastError'])
      .execute()
  ).filter(({ document }) => document.includes(email));

const mailsAbout = async (email: string) =>
  (await allMails(server)).filter(({ text }) => text?.includes(email));

const submissionOf = (email: string) =>
  service.received.find(({ fields }) => fields.some(({ value }) => value === email));

test('a visitor’s request is stored, mailed to Sales and submitted to the marketing form', async () => {
  const payload = await request();
  const { email } = payload;
  const response = await send(payload, { locale: 'FR' });
  expect([response.statusCode, response.body]).toEqual([204, '']);

  const [mail] = await mailsAbout(email);
  expect(mail).toMatchObject({
    recipient: 'sales@portage.example',
    subject: 'Ventes\u00A0: nouvelle demande',
    replyTo: email,
  });
  expect(mail?.text).toContain('6000 colis par semaine');

  await expect
    .poll(() => storedOf(email))
    .toMatchObject([{ submittedAt: TEST_NOW, lastError: null }]);
  const { fields, submittedAt, context } = submissionOf(email) ?? {};
  expect(submittedAt).toBe(String(TEST_NOW));
  expect(context?.pageUri).toBe('https://portage.example/platform/pricing?lang=fr');
  expect(Object.fromEntries(fields?.map(({ name, value }) => [name, value]) ?? [])).toEqual({
    firstname: 'Zoé de la',
    lastname: 'Tremblay',
    company: 'Fromagerie Zoé',
    email,
    phone: '+15145550123',
    message: 'Bonjour,\nquel rabais?',
    weekly_packages: '6000',
  });
});

test('a marketing form that is down is retried, and gets the request once', async () => {
  const { email, ...rest } = await request();
  service.failing.set(email, 503);
  await send({ email, ...rest });
  await expect
    .poll(() => storedOf(email))
    .toMatchObject([{ submittedAt: null, lastError: 'HTTP 503, BLOCKED_EMAIL' }]);
  service.failing.delete(email);
  const [{ id: contactRequestId } = { id: '' }] = await storedOf(email);
  await submitContactRequest(server.deps, { contactRequestId, signal });
  await submitContactRequest(server.deps, { contactRequestId, signal });
  expect(await storedOf(email)).toMatchObject([{ submittedAt: TEST_NOW, lastError: null }]);
  const submissions = service.received.filter(({ fields }) =>
    fields.some(({ value }) => value === email),
  );
  expect(submissions).toHaveLength(1);
});

test('a request that the marketing form rejects for good is not retried', async () => {
  const payload = await request();
  service.failing.set(payload.email, 400);
  await send(payload);
  // The reason quotes nothing that the visitor wrote.
  await expect
    .poll(() => storedOf(payload.email))
    .toMatchObject([{ submittedAt: null, lastError: 'HTTP 400, BLOCKED_EMAIL' }]);
  expect(submissionOf(payload.email)).toBeUndefined();
});

test('phone and message may be left out; bad values are refused by field', async () => {
  const { phone: _phone, message: _message, ...least } = await request();
  expect((await send(least)).statusCode).toBe(204);
  const bad = await request({ name: ' ', email: 'a@b', phone: '12', weeklyPackages: -1 });
  const response = await send(bad, { locale: 'FR' });
  expect(response.statusCode).toBe(400);
  expect(pathsOf(response)).toEqual(['name', 'email', 'phone', 'weeklyPackages']);
  expect(errorsOf(response)?.[0]?.message).toBe('Obligatoire');
});

test('a bot that fills in every field gets the same answer, and its request is dropped', async () => {
  const spam = await request({ website: 'https://spam.example' });
  expect((await send(spam)).statusCode).toBe(204);
  expect(await storedOf(spam.email)).toEqual([]);
  expect(await mailsAbout(spam.email)).toEqual([]);
});

test('a form that was filled in too fast, too long ago or never opened is refused', async () => {
  const fresh = await openForm(2_999);
  const old = await openForm(DAY + 1);
  const forged = `${(TEST_NOW - 10_000).toString(36)}.${'A'.repeat(43)}`;
  for (const formToken of [fresh, old, forged, 'x', '', '.']) {
    const response = await send(await request({ formToken }));
    expect(codeOf(response), formToken).toBe('form_token_invalid');
  }
  const formToken = await openForm(3_000);
  expect((await send(await request({ formToken }))).statusCode).toBe(204);
});

test('a form opened once can be sent once', async () => {
  const formToken = await openForm();
  expect((await send(await request({ formToken }))).statusCode).toBe(204);
  const again = await send(await request({ formToken }));
  expect(codeOf(again)).toBe('form_token_invalid');
});

test('one e-mail address may write five times an hour', async () => {
  const email = someEmail();
  const sendOne = async () => send(await request({ email }));
  for (let sent = 0; sent < 5; sent += 1) expect((await sendOne()).statusCode).toBe(204);
  const sixth = await sendOne();
  expect(sixth.statusCode).toBe(429);
  expect(sixth.headers['retry-after']).toBe('3600');
});

test('requests are deleted after a year', async () => {
  const payload = await request();
  await send(payload);
  server.setNow(TEST_NOW + 365 * DAY + 1);
  await deleteOldRows(server.deps, 'contact_requests');
  expect(await storedOf(payload.email)).toEqual([]);
});

test('nothing is sent to a marketing form on a private address', async () => {
  const { formToken: _, ...visitor } = await request();
  const form = openMarketingForm(service.url, PRICING, publicInternet);
  const sent = form.submit(
    { ...visitor, id: randomUUID(), createdAt: TEST_NOW, locale: 'en' },
    signal,
  );
  await expect(sent).rejects.toThrow(FormNotSubmitted);
  expect(submissionOf(visitor.email)).toBeUndefined();
});
