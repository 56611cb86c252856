import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Problem } from '@portage/contract/errors';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { createMerchant, firstProfile } from '../merchants/first-profile.ts';
import type { TestServer } from './build-test-server.ts';

export const TEST_PASSWORD = 'Correct-Horse-1';

export type SignedInCall = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options?: Pick<InjectOptions, 'payload' | 'headers'>,
) => Promise<LightMyRequestResponse>;

export const codeOf = (answer: LightMyRequestResponse): Problem['code'] =>
  answer.json<Problem>().code;

export const errorsOf = (answer: LightMyRequestResponse): Problem['errors'] =>
  answer.json<Problem>().errors;

/** Paths of the fields that were refused. */
export const pathsOf = (answer: LightMyRequestResponse): string[] | undefined =>
  errorsOf(answer)?.map(({ path }) => path);

export interface TestMerchant {
  merchant: Merchant;
  username: string;
  token: string;
  call: SignedInCall;
}

/** First profile of a merchant in Toronto, without pickups. */
export const merchantProfile = (changes: Partial<Merchant> = {}): Merchant => ({
  ...firstProfile({
    id: uuidv7(),
    name: 'Test Merchant',
    language: 'en',
    location: {
      street: '100 King St W',
      city: 'Toronto',
      province: 'ON',
      postalCode: 'M5X 1A9',
      country: 'CA',
    },
  }),
  pickupConstraintsByWeek: { usuals: [] },
  ...changes,
});

export async function makeMerchant(
  server: TestServer,
  changes: Partial<Merchant> = {},
): Promise<TestMerchant> {
  const { deps } = server;
  const merchant = merchantProfile(changes);
  const username = `user-${merchant.id}@test.example`;
  await createMerchant(deps.db, merchant);
  await server.createAccount({
    merchantId: merchant.id,
    merchantName: merchant.name,
    username,
    name: 'Test User',
    kind: 'user',
    password: TEST_PASSWORD,
    mustChangePassword: false,
  });
  return { merchant, username, ...(await openTestSession(server, username, TEST_PASSWORD)) };
}

/** Signs in another owner or member. */
export async function makeColleague(
  server: TestServer,
  { merchant, call }: Pick<TestMerchant, 'merchant' | 'call'>,
  role: 'owner' | 'member' = 'owner',
) {
  const username = `colleague-${uuidv7()}@test.example`;
  await server.createAccount({
    merchantId: merchant.id,
    merchantName: merchant.name,
    username,
    name: 'Colleague',
    kind: 'user',
    password: TEST_PASSWORD,
    mustChangePassword: false,
  });
  const session = await openTestSession(server, username, TEST_PASSWORD);
  if (role === 'member') {
    await call('PATCH', `/users/account/${username}`, { payload: { role } });
  }
  return { username, ...session };
}

export async function openTestSession(
  { app }: TestServer,
  username: string,
  password: string,
): Promise<SessionTokens & { call: SignedInCall }> {
  const signIn = await app.inject({
    method: 'POST',
    url: '/api/auth/token',
    payload: { username, password },
  });
  const tokens = signIn.json<SessionTokens>();
  return { ...tokens, call: callAs(app, tokens) };
}

/** Calls the API with a token. */
export const callAs =
  (app: FastifyInstance, { token }: Pick<SessionTokens, 'token'>): SignedInCall =>
  (method, path, options = {}) =>
    app.inject({
      method,
      url: `/api${path}`,
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
