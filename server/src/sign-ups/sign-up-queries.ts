import { sql } from 'kysely';
import type { SignUpRequest } from '@portage/contract/sign-ups';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** A request to become a merchant as it is stored: without the trap field, with its language. */
export type StoredSignUp = Omit<SignUpRequest, 'website'> &
  Required<Pick<SignUpRequest, 'language'>>;

/** Adds a request, in place of the open one of the same e-mail address if there is one. */
export async function upsertSignUpRequest(
  db: Executor,
  { id, now, request }: { id: string; now: EpochMillis; request: StoredSignUp },
): Promise<void> {
  const document = JSON.stringify(request);
  await db
    .insertInto('sign_up_requests')
    .values({
      id,
      created_at: new Date(now),
      email: request.email,
      state: 'pending',
      document,
      decided_at: null,
      merchant_id: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .where('state', '=', sql.lit('pending'))
        .doUpdateSet({ document, created_at: new Date(now) }),
    )
    .execute();
}
