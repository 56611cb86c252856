import type { Deps } from '../deps.ts';
import { guardedFetch, type OutgoingAnswer } from '../outgoing/guarded-fetch.ts';
import type { Internet } from '../outgoing/public-address.ts';
import {
  type StoredContactRequest,
  lockUnsubmittedContactRequest,
  updateSubmission,
} from './contact-queries.ts';

/** Throws `FormNotSubmitted` to be retried; keeps the reason of a final rejection. */
export async function submitContactRequest(
  { db, clock, log, marketingForm }: Pick<Deps, 'db' | 'clock' | 'log' | 'marketingForm'>,
  { contactRequestId, signal }: { contactRequestId: string; signal: AbortSignal },
): Promise<void> {
  if (!marketingForm) return;
  // Returned, so that the transaction keeps the reason.
  const failure = await db.transaction().execute(async (trx) => {
    const request = await lockUnsubmittedContactRequest(trx, contactRequestId);
    if (!request) return undefined;
    try {
      await marketingForm.submit(request, signal);
      await updateSubmission(trx, contactRequestId, { submittedAt: clock.now() });
      return undefined;
    } catch (error) {
      if (!(error instanceof FormNotSubmitted)) throw error;
      await updateSubmission(trx, contactRequestId, { error: error.reason });
      return error;
    }
  });
  if (!failure) return;
  if (!failure.isFinal) throw failure;
  log.warn({ contactRequestId, reason: failure.reason }, 'the marketing form rejected a request');
}

const LIMITS = { timeout: 10_000, maxBytes: 64 * 1024, maxRedirects: 0 };

/** A contact's properties (HubSpot Forms API). */
const CONTACT = '0-1';

export interface MarketingForm {
  /** Rejects with `FormNotSubmitted`. */
  submit(request: StoredContactRequest, signal: AbortSignal): Promise<void>;
}

export class FormNotSubmitted extends Error {
  /** Retrying cannot succeed. */
  readonly isFinal: boolean;
  /** Holds nothing that the visitor wrote. */
  readonly reason: string;

  constructor(reason: string, isFinal: boolean) {
    super(`The marketing form did not take a request: ${reason}`);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

/** The last word is the family name. */
function nameParts(name: string): { firstname: string; lastname: string } {
  const words = name.split(' ');
  const lastname = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstname: words.join(' '), lastname };
}

/** HubSpot Forms API v3. */
function bodyOf(request: StoredContactRequest, pageUri: string) {
  const { name, company, email, phone = '', weeklyPackages, message = '', locale } = request;
  const values = {
    ...nameParts(name),
    email,
    phone,
    company,
    message,
    weekly_packages: String(weeklyPackages),
  };
  return {
    submittedAt: String(request.createdAt),
    fields: Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([field, value]) => ({ objectTypeId: CONTACT, name: field, value })),
    context: { pageUri: `${pageUri}?lang=${locale}`, pageName: 'Contact Sales' },
  };
}

/** Holds no texts. */
function reasonOf({ status, body }: OutgoingAnswer): string {
  const kinds = Array.from(
    body.toString().matchAll(/"errorType"\s*:\s*"([A-Z_]{1,60})"/g),
    ([, kind]) => kind,
  );
  return [`HTTP ${status}`, ...new Set(kinds)].join(', ');
}

/** A retry may succeed. */
const isTemporary = (status: number) => status === 408 || status === 429 || status >= 500;

/**
 * `https://api.hsforms.com/submissions/v3/integration/submit/{portalId}/{formGuid}`, with the
 * fields firstname, lastname, email, phone, company, message and weekly_packages.
 */
export function openMarketingForm(url: string, pageUri: string, internet: Internet): MarketingForm {
  return {
    async submit(request, signal) {
      const answer = await guardedFetch(
        url,
        { ...LIMITS, internet, signal },
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(bodyOf(request, pageUri)),
        },
      ).catch(() => {
        throw new FormNotSubmitted('no answer', false);
      });
      const { status } = answer;
      if (status < 200 || status > 299) {
        throw new FormNotSubmitted(reasonOf(answer), !isTemporary(status));
      }
    },
  };
}
