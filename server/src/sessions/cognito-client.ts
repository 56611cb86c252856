import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Logger } from 'pino';
import type { CognitoSettings } from '../env.ts';

/** How often a call is made before it counts as failed. */
const ATTEMPTS = 3;
/** How long a connection and an answer may take, in milliseconds. */
const CONNECTION_TIMEOUT = 2_000;
const ANSWER_TIMEOUT = 5_000;

/**
 * The client of the user pool's API. Credentials come from where every AWS program finds them (the
 * environment, the shared files, the role of the machine).
 */
export function cognitoClient({
  region,
  endpoint,
}: CognitoSettings): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({
    region,
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      requestTimeout: ANSWER_TIMEOUT,
      throwOnRequestTimeout: true,
    },
  });
}

/** A user pool and how to call it. */
export interface Pool {
  client: CognitoIdentityProviderClient;
  poolId: string;
  clientId: string;
  log: Logger;
}
