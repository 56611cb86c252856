import {
  DescribeUserPoolClientCommand,
  DescribeUserPoolCommand,
  type UserPoolType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Deps } from '../deps.ts';
import type { CognitoSettings } from '../settings.ts';
import { invalidSetting, poolUnusable } from '../startup-error.ts';
import { cognitoClient } from './cognito-client.ts';
import { cognitoIdentity } from './cognito-identity.ts';
import { poolKeys } from './cognito-keys.ts';
import { poolFaults, rotatesRefreshTokens } from './cognito-settings-check.ts';
import { poolTokenVerifier } from './cognito-tokens.ts';
import type { Identity } from '../sessions/identity.ts';

/** Where the pool's tokens say they come from, and where its keys are. */
function issuerOf({ region, endpoint, poolId }: CognitoSettings, pool: UserPoolType): string {
  if (endpoint !== undefined) return `${endpoint.replace(/\/$/, '')}/${poolId}`;
  const service =
    pool.IssuerConfiguration?.Type === 'UPDATED' ? 'issuer-cognito-idp' : 'cognito-idp';
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${service}.${region}.${domain}/${poolId}`;
}

/**
 * The identity provider of a user pool of Amazon Cognito, once it has been seen that it can be one.
 * Raises a `StartupError` when the pool cannot be reached or is set up so that people could not sign in
 * or could get at another merchant's orders. An emulator at an address of its own is only warned about.
 */
export async function openCognito(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  settings: CognitoSettings,
): Promise<Identity> {
  const { poolId, clientId, endpoint } = settings;
  const client = cognitoClient(settings);
  const unusable = (error: unknown) => {
    throw poolUnusable(poolId, error);
  };

  const names = { UserPoolId: poolId, ClientId: clientId };
  const [{ UserPool = {} }, { UserPoolClient = {} }] = await Promise.all([
    client.send(new DescribeUserPoolCommand(names)),
    client.send(new DescribeUserPoolClientCommand(names)),
  ]).catch(unusable);
  for (const { setting, problem } of poolFaults(UserPool, UserPoolClient)) {
    if (endpoint === undefined) throw invalidSetting(setting, problem);
    log.warn({ setting }, problem);
  }

  const issuer = issuerOf(settings, UserPool);
  const keys = poolKeys(issuer, clock, log);
  await keys.read().catch(unusable);

  return cognitoIdentity(db, {
    pool: { client, poolId, clientId, log },
    keys,
    readToken: poolTokenVerifier({ issuer, clientId, keys }, clock, log),
    rotates: rotatesRefreshTokens(UserPoolClient),
  });
}
