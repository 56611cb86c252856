import { describe, expect, test } from 'vitest';
import { fault, reply } from '../testing/scripted-pool.ts';
import { POOL_CLIENT, usePoolServer } from '../testing/use-pool-server.ts';
import { poolFaults, openCognito } from './open-cognito.ts';

const { server, pool } = usePoolServer();

describe('a start that cannot use the user pool says why in one line', () => {
  const open = (endpoint = pool.settings.endpoint) =>
    openCognito(server.deps, { ...pool.settings, endpoint });

  test('when nothing answers', async () => {
    await expect(open('http://127.0.0.1:1')).rejects.toMatchObject({
      exitCode: 69,
      message: expect.stringMatching(
        /^The user pool local_Scripted cannot be used: .*ECONNREFUSED.*\. Check .+\.$/,
      ) as string,
    });
  });

  test.each([
    ['there is no such pool', 'DescribeUserPool', 'ResourceNotFoundException'],
    ['there is no such app client in it', 'DescribeUserPoolClient', 'ResourceNotFoundException'],
    ['the server may not ask about it', 'DescribeUserPool', 'AccessDeniedException'],
  ])('when %s', async (_case, operation, name) => {
    pool.answers[operation] = fault(name);
    await expect(open()).rejects.toMatchObject({
      exitCode: 69,
      message: expect.stringContaining(`cannot be used: ${name}.`) as string,
    });
  });

  test('when its keys cannot be read', async () => {
    pool.keys = undefined;
    await expect(open()).rejects.toMatchObject({ exitCode: 69 });
  });
});

describe('the set-up of a pool', () => {
  const POOL = { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } };

  test('as documented has no faults', () => {
    expect(poolFaults(POOL, POOL_CLIENT)).toEqual([]);
  });

  test.each([
    ['lets anybody sign up', { AdminCreateUserConfig: undefined }, {}],
    ['asks for a second factor', { MfaConfiguration: 'ON' as const }, {}],
    ['signs in by e-mail', { UsernameAttributes: ['email' as const] }, {}],
    ['has a secret', {}, { ClientSecret: 'secret' }],
    ['ALLOW_USER_PASSWORD_AUTH', {}, { ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH' as const] }],
    ['ALLOW_REFRESH_TOKEN_AUTH', {}, { ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH' as const] }],
    [
      'cannot read custom:merchant_id',
      {},
      { ReadAttributes: ['name', 'custom:merchant_name', 'custom:kind'] },
    ],
    ['lets people write custom:merchant_id', {}, { WriteAttributes: ['custom:merchant_id'] }],
    ['tells who has an account', {}, { PreventUserExistenceErrors: 'LEGACY' as const }],
    ['revokes no tokens', {}, { EnableTokenRevocation: false }],
  ])('has a fault when it %s', (words, settings, client) => {
    const faults = poolFaults({ ...POOL, ...settings }, { ...POOL_CLIENT, ...client });
    expect(faults).toHaveLength(1);
    expect(faults[0]?.problem).toContain(words);
  });

  test('of an emulator at its own address may have faults, which are only logged', async () => {
    pool.answers['DescribeUserPool'] = reply({ UserPool: {} });
    await expect(openCognito(server.deps, pool.settings)).resolves.toHaveProperty('verify');
  });
});
