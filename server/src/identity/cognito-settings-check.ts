import type { UserPoolClientType, UserPoolType } from '@aws-sdk/client-cognito-identity-provider';

/** The attributes that say whose user somebody is. Whoever may write them may become anybody. */
const OWN_ATTRIBUTES = ['custom:merchant_id', 'custom:merchant_name', 'custom:kind'];

/** Something about the user pool that must be otherwise, with the setting that names the culprit. */
export interface PoolFault {
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

/** Tells whether the app client gives a new refresh token for each that is traded. */
export const rotatesRefreshTokens = ({ RefreshTokenRotation }: UserPoolClientType): boolean =>
  RefreshTokenRotation?.Feature === 'ENABLED';

/** What about a user pool and its app client would keep people out, or let them in too far. */
export function poolFaults(pool: UserPoolType, client: UserPoolClientType): PoolFault[] {
  const about = (setting: PoolFault['setting']) => (problem: string) => ({ setting, problem });
  return [
    ...faultsOfPool(pool).map(about('PORTAGE_COGNITO_POOL_ID')),
    ...faultsOfClient(client).map(about('PORTAGE_COGNITO_CLIENT_ID')),
  ];
}
