import type { UserPoolClientType } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeAll } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { openCognito } from '../identity/open-cognito.ts';
import { createMerchant } from '../merchants/first-profile.ts';
import { TEST_NOW, useTestServer, type TestServer } from './build-test-server.ts';
import { merchantProfile } from './make-merchant.ts';
import { reply, useScriptedPool, type PoolKey, type ScriptedPool } from './scripted-pool.ts';

export const POOL_USERNAME = 'zoe@example.com';

/** An app client as in docs/cognito.md. */
export const POOL_CLIENT: UserPoolClientType = {
  ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  ReadAttributes: ['custom:merchant_id', 'custom:merchant_name', 'custom:kind'],
  PreventUserExistenceErrors: 'ENABLED',
};

interface PoolServer {
  server: TestServer;
  pool: ScriptedPool;
  merchant: Merchant;
  /** An ID token of the pool's user, with some claims changed. */
  idToken: (changes?: Record<string, unknown>) => Promise<string>;
}

/** Starts a server and a scripted pool for a file's tests. */
export function usePoolServer(): PoolServer {
  const pool = useScriptedPool();
  const merchant = merchantProfile({ name: 'Café Été' });
  let key: PoolKey;

  const script = () => {
    pool.calls.length = 0;
    pool.keys = [key.jwk];
    pool.answers = {
      DescribeUserPool: reply({
        UserPool: { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } },
      }),
      DescribeUserPoolClient: reply({ UserPoolClient: POOL_CLIENT }),
    };
  };
  const server = useTestServer({
    async openIdentity(deps) {
      key = await pool.makeKey('only');
      script();
      return openCognito(deps, pool.settings);
    },
  });
  beforeAll(() => createMerchant(server.deps.db, merchant));
  afterEach(script);

  return {
    server,
    pool,
    merchant,
    idToken: (changes = {}) =>
      key.sign({
        sub: 'b7d0a8c4-0000-4000-8000-000000000000',
        aud: pool.settings.clientId,
        iss: `${pool.settings.endpoint}/${pool.settings.poolId}`,
        iat: TEST_NOW / 1000,
        exp: TEST_NOW / 1000 + 3600,
        token_use: 'id',
        name: 'Zoé Roy',
        'cognito:username': POOL_USERNAME,
        'custom:merchant_id': merchant.id,
        'custom:merchant_name': merchant.name,
        ...changes,
      }),
  };
}
