import type { Deps } from '../deps.ts';
import { lockUnsubmittedContactRequest, updateSubmission } from './contact-queries.ts';
import { FormNotSubmitted } from './marketing-form.ts';

/**
 * Submits a contact request to the marketing form, once: its row stays locked meanwhile. Throws
 * `FormNotSubmitted` to be retried; a request that the service rejects for good is given up, and its
 * row keeps the reason.
 */
export async function submitContactRequest(
  { db, clock, log, marketingForm }: Pick<Deps, 'db' | 'clock' | 'log' | 'marketingForm'>,
  { contactRequestId, signal }: { contactRequestId: string; signal: AbortSignal },
): Promise<void> {
  if (!marketingForm) return;
  // The reason is to be kept, so the failure leaves the transaction as a value.
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
