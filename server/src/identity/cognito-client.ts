import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Logger } from 'pino';
import { awsClientOptions } from '../aws/client-options.ts';
import type { CognitoSettings } from '../settings.ts';

/** Timeout of an answer in ms. */
const ANSWER_TIMEOUT = 5_000;

/** The client of the user pool's API. */
export const cognitoClient = ({
  region,
  endpoint,
}: CognitoSettings): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient(
    awsClientOptions({ region, endpoint, answerTimeout: ANSWER_TIMEOUT }),
  );

/** A user pool and how to call it. */
export interface Pool {
  client: CognitoIdentityProviderClient;
  poolId: string;
  clientId: string;
  log: Logger;
}
