import type { Locale } from '@portage/contract/locale';
import type { ContactRequest } from '@portage/contract/merchants/contact-requests';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

export interface StoredContactRequest extends Omit<ContactRequest, 'website' | 'formToken'> {
  id: string;
  createdAt: EpochMillis;
  /** Language of the page with the form. */
  locale: Locale;
}

export async function insertContactRequest(
  db: Executor,
  { id, createdAt, ...document }: StoredContactRequest,
): Promise<void> {
  await db
    .insertInto('contact_requests')
    .values({
      id,
      created_at: new Date(createdAt),
      document: JSON.stringify(document),
      submitted_at: null,
      last_error: null,
    })
    .execute();
}

/** Locks the request until the transaction ends. */
export async function lockUnsubmittedContactRequest(
  trx: Executor,
  id: string,
): Promise<StoredContactRequest | undefined> {
  const row = await trx
    .selectFrom('contact_requests')
    .select(['created_at as createdAt', 'document'])
    .where('id', '=', id)
    .where('submitted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const document = JSON.parse(row.document) as Omit<StoredContactRequest, 'id' | 'createdAt'>;
  return { id, createdAt: row.createdAt, ...document };
}

/** Records a submission or its failure. */
export async function updateSubmission(
  trx: Executor,
  id: string,
  submission: { submittedAt: EpochMillis } | { error: string },
): Promise<void> {
  const isSubmitted = 'submittedAt' in submission;
  await trx
    .updateTable('contact_requests')
    .set({
      submitted_at: isSubmitted ? new Date(submission.submittedAt) : null,
      last_error: isSubmitted ? null : submission.error,
    })
    .where('id', '=', id)
    .execute();
}
