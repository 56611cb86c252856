import { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider';
import type { Logger } from 'pino';
import { isUnavailable } from '../aws/client-options.ts';
import { ApiError } from '../api-error.ts';

/** Our errors by the names of Amazon Cognito's. */
export type Meanings = Readonly<Record<string, () => ApiError>>;

/** The name of an error that the service answered with; undefined for any other error. */
const nameOf = (error: unknown): string | undefined =>
  error instanceof CognitoIdentityProviderServiceException ? error.name : undefined;

/** The answer of a call; undefined when it fails with an error that is no fault where it is made. */
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

/**
 * The answer of a call to the user pool. What concerns the caller becomes an error of the catalogue;
 * what only an operator can mend is logged and never said to be the caller's fault: it throws
 * `sign_in_unavailable`, `busy`, or the error as it is (credentials without a permission, say).
 */
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
