import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Locale } from '@portage/contract/locale';
import {
  contactRequestEndpoints,
  type ContactRequest,
} from '@portage/contract/merchants/contact-requests';
import { type EpochMillis, DAY } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { queueMail } from '../mail/outbox.ts';
import { getSecret } from '../secrets/get-secret.ts';
import { isSameText } from '../secrets/is-same-text.ts';
import { requireAttempt, takeAttempt } from '../throttle/attempts.ts';
import { insertContactRequest } from './contact-queries.ts';

/** Milliseconds; programs fill in the form faster. */
const SHORTEST_FILLING = 3_000;

/** Milliseconds an opened form is valid. */
const LONGEST_FILLING = DAY;

type TokenDeps = Pick<Deps, 'db' | 'secrets' | 'clock'>;

/** `<timestamp>-<nonce>.<HMAC>`, in base 36. */
const sealed = (key: Buffer, text: string) =>
  `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;

/** Says when the form was opened. */
async function makeFormToken(deps: TokenDeps): Promise<string> {
  const text = `${deps.clock.now().toString(36)}-${randomBytes(16).toString('base64url')}`;
  return sealed(await getSecret(deps, 'contact-form'), text);
}

/** True for our tokens of three seconds to a day. */
async function isFormTokenValid(deps: TokenDeps, token: string): Promise<boolean> {
  const [text = ''] = token.split('.', 1);
  const openedAt: EpochMillis = Number.parseInt(text.split('-', 1)[0] ?? '', 36);
  if (!Number.isSafeInteger(openedAt)) return false;
  const key = await getSecret(deps, 'contact-form');
  if (!isSameText(token, sealed(key, text))) return false;
  const age = deps.clock.now() - openedAt;
  return age >= SHORTEST_FILLING && age <= LONGEST_FILLING;
}

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'salesEmail' | 'marketingForm'>;

/** Drops requests with a filled trap field. Throws `too_many_attempts`, `form_token_invalid`. */
async function receiveContactRequest(
  deps: NeededDeps,
  { website, formToken, ...request }: ContactRequest,
  { address, locale }: { address: string; locale: Locale },
): Promise<void> {
  await requireAttempt(deps, 'contact', { account: request.email, address });
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

export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, contactRequestEndpoints.openForm, async () => ({
    formToken: await makeFormToken(deps),
  }));
  addRoute(app, contactRequestEndpoints.send, ({ body, address, locale }) =>
    receiveContactRequest(deps, body, { address, locale }),
  );
}
