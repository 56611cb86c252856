import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@portage/contract/users/passkeys';
import type {
  AddedFactor,
  AppSetUp,
  SecondFactorState,
} from '@portage/contract/users/second-factor';
import type { SecondFactorChallenge } from '@portage/contract/users/sessions';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import {
  codeOf,
  makeMerchant,
  TEST_PASSWORD,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { sessionCalls } from '../testing/session-calls.ts';
import { softwarePasskey } from '../testing/software-passkey.ts';

const server = useTestServer();

type Passkey = ReturnType<typeof softwarePasskey>;

async function addPasskey({ call }: TestMerchant, passkey: Passkey, name = 'Laptop') {
  const options = await call('POST', '/second-factor/passkeys/options');
  const response = passkey.create(options.json<PasskeyCreationOptions>());
  return call('POST', '/second-factor/passkeys', { payload: { name, response } });
}

async function challenge({ username }: TestMerchant) {
  const { signIn, post } = sessionCalls(server);
  const answer = (await signIn(username, TEST_PASSWORD)).json<SecondFactorChallenge>();
  const { session, challengeParameters } = answer;
  const options = challengeParameters.passkeyOptions as PasskeyRequestOptions;
  return {
    options,
    answer: (response: object) =>
      post('/auth/second_factor', { username, session, proof: { method: 'passkey', response } }),
  };
}

test('a passkey is added, signs in once for each challenge, and is removed', async () => {
  const merchant = await makeMerchant(server);
  const passkey = softwarePasskey();
  const first = await addPasskey(merchant, passkey);
  expect(first.statusCode).toBe(201);
  expect(first.json<AddedFactor>().recoveryCodes).toHaveLength(10);
  await addPasskey(merchant, softwarePasskey(), 'Phone');
  const { options, answer } = await challenge(merchant);
  expect(options).toMatchObject({ rpId: 'portage.example', userVerification: 'preferred' });
  const response = passkey.use(options);
  expect((await answer(response)).statusCode).toBe(200);
  expect(codeOf(await answer(response))).toBe('second_factor_wrong');

  const passkeys = async () =>
    (await merchant.call('GET', '/second-factor')).json<SecondFactorState>().passkeys;
  const added = await passkeys();
  const [laptop, phone] = ['Laptop', 'Phone'].map((name) => added.find((one) => one.name === name));
  expect(laptop?.lastUsedAt).toEqual(expect.any(Number));
  expect(phone?.lastUsedAt).toBeUndefined();
  const pathOf = (one = laptop) => `/second-factor/passkeys/${one?.id}`;
  const require = (isRequired: boolean) =>
    merchant.call('PATCH', '/second-factor/requirement', { payload: { isRequired } });
  await require(true);
  expect((await merchant.call('DELETE', pathOf())).statusCode).toBe(204);
  expect(await passkeys()).toEqual([phone]);
  expect(codeOf(await merchant.call('DELETE', pathOf(phone)))).toBe('second_factor_is_required');
  await require(false);
  expect((await merchant.call('DELETE', pathOf(phone))).statusCode).toBe(204);
});

const withClientData = (one: PasskeyAssertion, text: string) => ({
  ...one,
  response: { ...one.response, clientDataJSON: Buffer.from(text).toString('base64url') },
});

test('a passkey of another user, another page or another challenge is refused', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const [own, foreign] = [softwarePasskey(), softwarePasskey()];
  await addPasskey(merchant, own);
  await addPasskey(stranger, foreign);
  const phishing = await addPasskey(merchant, softwarePasskey('https://portage.evil.example'));
  expect([phishing.statusCode, codeOf(phishing)]).toEqual([400, 'second_factor_wrong']);

  const theirs = await challenge(stranger);
  const forgeries: ((options: PasskeyRequestOptions) => PasskeyAssertion)[] = [
    (options) => foreign.use(options),
    (options) => ({ ...foreign.use(options), id: own.id, rawId: own.id }),
    () => own.use(theirs.options),
    (options) => own.use({ ...options, rpId: 'evil.example' }),
    (options) => own.use(options, 'https://portage.evil.example'),
    () => own.use({ challenge: 'bm90LW91cnM', rpId: 'portage.example' }),
    ...['{', '{}'].map((text) => () => withClientData(own.use(theirs.options), text)),
  ];
  for (const forge of forgeries) {
    // Each answer uses up its challenge.
    const { options, answer } = await challenge(merchant);
    expect(codeOf(await answer(forge(options)))).toBe('second_factor_wrong');
  }
  const { options, answer } = await challenge(merchant);
  expect((await answer(own.use(options))).statusCode).toBe(200);
});

test('a user has at most ten passkeys', async () => {
  const merchant = await makeMerchant(server);
  const { call } = merchant;
  const options = await call('POST', '/second-factor/passkeys/options');
  for (let count = 0; count < 10; count += 1) {
    expect((await addPasskey(merchant, softwarePasskey())).statusCode).toBe(201);
  }
  const response = softwarePasskey().create(options.json<PasskeyCreationOptions>());
  const refused = [
    await call('POST', '/second-factor/passkeys/options'),
    await call('POST', '/second-factor/passkeys', { payload: { name: 'Phone', response } }),
  ];
  expect(refused.map(codeOf)).toEqual(['too_many_passkeys', 'too_many_passkeys']);
});

test('an app that was not confirmed is no second factor', async () => {
  const merchant = await makeMerchant(server);
  const { call, username } = merchant;
  await addPasskey(merchant, softwarePasskey());
  const { post, signIn } = sessionCalls(server);
  const prove = async (code: string) => {
    const answer = (await signIn(username, TEST_PASSWORD)).json<SecondFactorChallenge>();
    const { session, challengeParameters } = answer;
    expect(challengeParameters.methods).toEqual(['passkey', 'recovery_code']);
    return post('/auth/second_factor', { username, session, proof: { method: 'app', code } });
  };
  expect(codeOf(await prove('000000'))).toBe('second_factor_wrong');
  const { secret } = (await call('POST', '/second-factor/app')).json<AppSetUp>();
  const shown = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: TEST_NOW });
  expect(codeOf(await prove(shown))).toBe('second_factor_wrong');
});
