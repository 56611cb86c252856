import { createRemoteJWKSet, errors, type CryptoKey, type JWTHeaderParameters } from 'jose';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { MINUTE } from '@portage/contract/time';
import { JsonWebKeySet } from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';

/** Milliseconds; pools seldom change keys. */
const HELD_FOR = 10 * MINUTE;
/** Milliseconds between reads for unknown keys. */
const LOOK_AGAIN_AFTER = 30_000;
const ANSWER_TIMEOUT = 5_000;

/** jose's errors. */
const NAMES_NO_KEY = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
];

/** RFC 7517, held in memory. */
export interface PoolKeys {
  /** Throws the error of a failed read. */
  read(): Promise<void>;
  /** Throws jose's error without a key, or `sign_in_unavailable`. */
  find(header: JWTHeaderParameters): Promise<CryptoKey>;
  /** Throws `sign_in_unavailable`. */
  all(): Promise<z.infer<typeof JsonWebKeySet>>;
}

/** Reloads stale keys in the background, so that sessions outlive an outage of the pool. */
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
