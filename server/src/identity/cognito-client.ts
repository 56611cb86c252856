import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Logger } from 'pino';
import { awsClientOptions } from '../aws/client-options.ts';
import type { CognitoSettings } from '../env.ts';

/** Milliseconds. */
const ANSWER_TIMEOUT = 5_000;

export const cognitoClient = ({
  region,
  endpoint,
}: CognitoSettings): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient(
    awsClientOptions({ region, endpoint, answerTimeout: ANSWER_TIMEOUT }),
  );

export interface Pool {
  client: CognitoIdentityProviderClient;
  poolId: string;
  clientId: string;
  log: Logger;
}
