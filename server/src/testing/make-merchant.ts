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
  const merchant = merchantProfile(changes);
  await createMerchant(server.deps.db, merchant);
  const username = `user-${merchant.id}@test.example`;
  return { merchant, ...(await addPerson(server, merchant, { username, name: 'Test User' })) };
}

/** Adds an owner to a merchant, and signs them in. */
async function addPerson(
  server: TestServer,
  { id: merchantId, name: merchantName }: Merchant,
  person: { username: string; name: string },
) {
  const account = { merchantId, merchantName, ...person, kind: 'user' } as const;
  await server.createAccount({ ...account, password: TEST_PASSWORD, mustChangePassword: false });
  const session = await openTestSession(server, person.username, TEST_PASSWORD);
  return { username: person.username, ...session };
}

/** Signs in another owner or member. */
export async function makeColleague(
  server: TestServer,
  { merchant, call }: Pick<TestMerchant, 'merchant' | 'call'>,
  role: 'owner' | 'member' = 'owner',
) {
  const username = `colleague-${uuidv7()}@test.example`;
  const colleague = await addPerson(server, merchant, { username, name: 'Colleague' });
  if (role === 'member') await call('PATCH', `/users/account/${username}`, { payload: { role } });
  return colleague;
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
