import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Locale } from '@portage/contract/locale';
import { signUpEndpoints, type SignUpRequest } from '@portage/contract/users/sign-ups';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { requireAttempt } from '../throttle/attempts.ts';
import { insertSignUpRequest } from './sign-up-queries.ts';

/** Drops one that filled the trap field, answering alike. Throws `too_many_attempts`. */
async function requestSignUp(
  deps: Pick<Deps, 'db' | 'clock'>,
  { website, ...request }: SignUpRequest,
  { address, locale }: { address: string; locale: Locale },
): Promise<void> {
  await requireAttempt(deps, 'sign-up', { account: request.email, address });
  if (website) return;
  const now = deps.clock.now();
  await insertSignUpRequest(deps.db, {
    id: uuidv7({ msecs: now }),
    now,
    request: { ...request, language: request.language ?? locale },
  });
}

export function signUpRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, signUpEndpoints.request, ({ body, address, locale }) =>
    requestSignUp(deps, body, { address, locale }),
  );
}
