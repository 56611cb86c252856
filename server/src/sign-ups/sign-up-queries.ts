import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { SignUpRequest } from '@portage/contract/users/sign-ups';
import type { Executor } from '../db/database.ts';

/** A sign-up without the trap field. */
export type StoredSignUp = Omit<SignUpRequest, 'website' | 'language'> & { language: Locale };

export async function insertSignUpRequest(
  db: Executor,
  { id, now, request }: { id: string; now: EpochMillis; request: StoredSignUp },
): Promise<void> {
  await db
    .insertInto('sign_up_requests')
    .values({
      id,
      created_at: new Date(now),
      email: request.email,
      state: 'pending',
      document: JSON.stringify(request),
      decided_at: null,
      merchant_id: null,
    })
    .execute();
}

export interface ListedSignUp extends StoredSignUp {
  id: string;
  createdAt: EpochMillis;
  state: 'pending' | 'approved' | 'declined';
}

/** The pending ones, unless `all`. */
export async function listSignUps(
  db: Executor,
  { all, limit }: { all: boolean; limit: number },
): Promise<ListedSignUp[]> {
  let query = db
    .selectFrom('sign_up_requests')
    .select(['id', 'created_at as createdAt', 'state', 'document'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (!all) query = query.where('state', '=', 'pending');
  const rows = await query.execute();
  return rows.map(({ document, ...row }) => ({
    ...(JSON.parse(document) as StoredSignUp),
    ...row,
  }));
}

export async function findPendingSignUp(
  db: Executor,
  id: string,
): Promise<StoredSignUp | undefined> {
  const row = await db
    .selectFrom('sign_up_requests')
    .select('document')
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return row && (JSON.parse(row.document) as StoredSignUp);
}

/** False without a pending request. */
export async function updateDecidedSignUp(
  db: Executor,
  id: string,
  decision: { state: 'approved' | 'declined' } | { merchantId: string },
  now: EpochMillis,
): Promise<boolean> {
  const isState = 'state' in decision;
  const { numUpdatedRows } = await db
    .updateTable('sign_up_requests')
    .set(
      isState
        ? { state: decision.state, decided_at: new Date(now) }
        : { merchant_id: decision.merchantId },
    )
    .where('id', '=', id)
    .where('state', '=', isState ? 'pending' : 'approved')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
