import { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider';
import type { Logger } from 'pino';
import { ApiError } from '../api-error.ts';
import { isUnavailable } from '../aws/client-options.ts';

/** Maps Amazon Cognito's error names to our errors. */
export type Meanings = Readonly<Record<string, () => ApiError>>;

/** Undefined for errors that it did not answer. */
const nameOf = (error: unknown): string | undefined =>
  error instanceof CognitoIdentityProviderServiceException ? error.name : undefined;

/** Undefined for an error that is no fault here. */
export async function tolerate<Answer>(
  call: Promise<Answer>,
  names: readonly string[],
): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (names.includes(nameOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** Logs errors that are not the caller's. Throws `sign_in_unavailable`, `busy` or the error. */
export async function askPool<Answer>(
  log: Logger,
  call: Promise<Answer>,
  meanings: Meanings = {},
): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    const meaning = meanings[nameOf(error) ?? ''];
    if (meaning) throw meaning();
    if (nameOf(error) === 'TooManyRequestsException') {
      log.warn({ err: error }, 'the user pool takes no more requests at this rate');
      throw new ApiError('busy');
    }
    if (!isUnavailable(error)) throw error;
    log.error({ err: error }, 'the user pool does not answer');
    throw new ApiError('sign_in_unavailable');
  }
}
