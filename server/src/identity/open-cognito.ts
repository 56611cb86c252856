import {
  DescribeUserPoolClientCommand,
  DescribeUserPoolCommand,
  type UserPoolType,
  type UserPoolClientType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Deps } from '../deps.ts';
import type { CognitoSettings } from '../env.ts';
import type { Identity } from '../sessions/identity.ts';
import { invalidSetting, poolUnusable } from '../startup-error.ts';
import { cognitoClient } from './cognito-client.ts';
import { cognitoIdentity } from './cognito-identity.ts';
import { poolKeys } from './cognito-keys.ts';
import { poolTokenVerifier } from './cognito-tokens.ts';

/** Writable by the server only: they name the user's merchant. */
const OWN_ATTRIBUTES = ['custom:merchant_id', 'custom:merchant_name', 'custom:kind'];

/** Names the setting to change. */
interface PoolFault {
  setting: 'PORTAGE_COGNITO_POOL_ID' | 'PORTAGE_COGNITO_CLIENT_ID';
  problem: string;
}

function faultsOfPool(pool: UserPoolType): string[] {
  const { AdminCreateUserConfig, MfaConfiguration } = pool;
  const signsInByOther = [...(pool.UsernameAttributes ?? []), ...(pool.AliasAttributes ?? [])];
  return [
    AdminCreateUserConfig?.AllowAdminCreateUserOnly !== true &&
      'the pool lets anybody sign up, and so name any merchant as theirs; set AllowAdminCreateUserOnly',
    MfaConfiguration === 'ON' && 'the pool asks for a second factor, which Portage does not',
    signsInByOther.length > 0 &&
      'the pool signs in by e-mail or phone, so that service users cannot be created; make one that signs in by username',
  ].filter((problem) => problem !== false);
}

function faultsOfClient(client: UserPoolClientType): string[] {
  const { ExplicitAuthFlows = [], ReadAttributes = [], WriteAttributes = [] } = client;
  const unread = OWN_ATTRIBUTES.filter((name) => !ReadAttributes.includes(name));
  const written = OWN_ATTRIBUTES.filter((name) => WriteAttributes.includes(name));
  const mayRefresh =
    rotatesRefreshTokens(client) || ExplicitAuthFlows.includes('ALLOW_REFRESH_TOKEN_AUTH');
  return [
    client.ClientSecret !== undefined && 'the app client has a secret; make one without',
    !ExplicitAuthFlows.includes('ALLOW_USER_PASSWORD_AUTH') &&
      'the app client does not allow ALLOW_USER_PASSWORD_AUTH',
    !mayRefresh && 'the app client does not allow ALLOW_REFRESH_TOKEN_AUTH',
    unread.length > 0 && `the app client cannot read ${unread.join(', ')}`,
    written.length > 0 &&
      `the app client lets people write ${written.join(', ')}, and so name any merchant as theirs`,
    client.PreventUserExistenceErrors !== 'ENABLED' &&
      'the app client tells who has an account; set PreventUserExistenceErrors to ENABLED',
    client.EnableTokenRevocation === false &&
      'the app client revokes no tokens, so that nobody can sign out; set EnableTokenRevocation',
  ].filter((problem) => problem !== false);
}

const rotatesRefreshTokens = ({ RefreshTokenRotation }: UserPoolClientType): boolean =>
  RefreshTokenRotation?.Feature === 'ENABLED';

/** Lock users out, or let them in too far. */
export function poolFaults(pool: UserPoolType, client: UserPoolClientType): PoolFault[] {
  const about = (setting: PoolFault['setting']) => (problem: string) => ({ setting, problem });
  return [
    ...faultsOfPool(pool).map(about('PORTAGE_COGNITO_POOL_ID')),
    ...faultsOfClient(client).map(about('PORTAGE_COGNITO_CLIENT_ID')),
  ];
}

function issuerOf({ region, endpoint, poolId }: CognitoSettings, pool: UserPoolType): string {
  if (endpoint !== undefined) return `${endpoint.replace(/\/$/, '')}/${poolId}`;
  const service =
    pool.IssuerConfiguration?.Type === 'UPDATED' ? 'issuer-cognito-idp' : 'cognito-idp';
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${service}.${region}.${domain}/${poolId}`;
}

/** Throws a `StartupError` for an unreachable or unsafe pool; warns about emulators. */
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
