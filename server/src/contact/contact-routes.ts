import type { FastifyInstance } from 'fastify';
import {
  contactRequestEndpoints,
  type ContactRequest,
} from '@portage/contract/merchants/contact-requests';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { makeFormToken, isFormTokenValid } from './form-token.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Locale } from '@portage/contract/locale';
import { ApiError } from '../api-error.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { takeAttempt } from '../throttle/take-attempt.ts';
import { tooManyAttempts } from '../throttle/too-many-attempts.ts';
import { insertContactRequest } from './contact-queries.ts';

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'salesEmail' | 'marketingForm'>;

/**
 * Stores what a visitor writes to Sales, mails it to them, and has it submitted to the marketing form
 * where one is configured. A request that filled in the trap field is answered alike and dropped.
 * Throws `too_many_attempts` and `form_token_invalid`.
 */
async function receiveContactRequest(
  deps: NeededDeps,
  { website, formToken, ...request }: ContactRequest,
  { address, locale }: { address: string; locale: Locale },
): Promise<void> {
  const throttled = await takeAttempt(deps, 'contact', { account: request.email, address });
  if (throttled) throw tooManyAttempts(throttled.seconds);
  if (!(await isFormTokenValid(deps, formToken))) throw new ApiError('form_token_invalid');
  const isUsed = await takeAttempt(deps, 'contact-token', { account: formToken, address });
  if (isUsed) throw new ApiError('form_token_invalid');
  if (website) return;

  const { db, clock, salesEmail, marketingForm } = deps;
  const now = clock.now();
  const id = uuidv7({ msecs: now });
  const { name, company, email, phone = '–', weeklyPackages, message = '–' } = request;
  const content = { name, company, email, phone, weeklyPackages, message };
  await db.transaction().execute(async (trx) => {
    await insertContactRequest(trx, { ...request, id, createdAt: now, locale });
    await queueMail(
      trx,
      deps,
      { recipient: salesEmail, locale, content: { kind: 'contact-request', ...content } },
      now,
    );
    if (marketingForm) await insertJob(trx, 'submit-contact-request', { contactRequestId: id });
  });
}

/** How visitors write to Sales. */
export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, contactRequestEndpoints.openForm, async () => ({
    formToken: await makeFormToken(deps),
  }));
  addRoute(app, contactRequestEndpoints.send, async ({ body, address, locale }) => {
    await receiveContactRequest(deps, body, { address, locale });
    return null;
  });
}
