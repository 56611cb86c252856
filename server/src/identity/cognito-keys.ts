import { createRemoteJWKSet, errors, type CryptoKey, type JWTHeaderParameters } from 'jose';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { JsonWebKeySet } from '@portage/contract/users/sessions';
import type { Clock } from '../clock.ts';
import { ApiError } from '../api-error.ts';
import { MINUTE } from '../durations.ts';

/** Time in ms before keys are read again: pools seldom change theirs. */
const HELD_FOR = 10 * MINUTE;
/** Time in ms between reads for tokens with an unknown key. */
const LOOK_AGAIN_AFTER = 30_000;
const ANSWER_TIMEOUT = 5_000;

/** jose's errors for a token without a usable key. */
const NAMES_NO_KEY = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
];

/** The keys that a user pool publishes (RFC 7517), held in memory. */
export interface PoolKeys {
  /** Reads them. Throws the error as it is when that fails. */
  read(): Promise<void>;
  /** The key that a token names. Throws jose's error where it names none, or `sign_in_unavailable`. */
  find(header: JWTHeaderParameters): Promise<CryptoKey>;
  /** All of them. Throws `sign_in_unavailable`. */
  all(): Promise<z.infer<typeof JsonWebKeySet>>;
}

/**
 * The keys of a user pool's issuer. Stale keys are reloaded in the background, so that sessions
 * outlive an outage of the pool.
 */
export function poolKeys(issuer: string, clock: Clock, log: Logger): PoolKeys {
  const keySet = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    cacheMaxAge: Infinity,
    cooldownDuration: LOOK_AGAIN_AFTER,
    timeoutDuration: ANSWER_TIMEOUT,
  });
  let readAt = clock.now();

  function renewOld(): void {
    if (clock.now() - readAt < HELD_FOR) return;
    readAt = clock.now();
    keySet.reload().catch((error: unknown) => {
      log.warn({ err: error }, 'the keys of the user pool cannot be read again');
    });
  }

  function unreadable(error: unknown) {
    log.error({ err: error }, 'the keys of the user pool cannot be read');
    return new ApiError('sign_in_unavailable');
  }

  return {
    read: () => keySet.reload(),
    async find(header) {
      renewOld();
      try {
        return await keySet(header);
      } catch (error) {
        throw NAMES_NO_KEY.some((kind) => error instanceof kind) ? error : unreadable(error);
      }
    },
    async all() {
      renewOld();
      if (!keySet.jwks()) {
        await keySet.reload().catch((error: unknown) => {
          throw unreadable(error);
        });
      }
      return JsonWebKeySet.parse(keySet.jwks());
    },
  };
}
