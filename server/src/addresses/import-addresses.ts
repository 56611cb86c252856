import { type ImportedRow, NewSavedAddress } from '@portage/contract/addresses';
import type { Locale } from '@portage/contract/locale';
import type { Deps } from '../deps.ts';
import { fieldErrorsOf } from '../field-errors.ts';
import { once } from '../idempotency/once.ts';
import type { Session } from '../sessions/identity.ts';
import { insertSavedAddresses } from './address-queries.ts';
import { addressRowOf } from './address-row.ts';
import { newSavedAddress } from './save-address.ts';

/** Who imports, in which language, and under which `Idempotency-Key`. */
interface Importer {
  session: Session;
  locale: Locale;
  idempotencyKey: string | undefined;
}

/**
 * Saves the rows that are valid and not saved already; gives the JSON of what became of each. The
 * rows that are not valid say why, and keep none of the others from being saved.
 */
export function importAddresses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  body: { rows: readonly Readonly<Record<string, unknown>>[] },
  { session: { merchantId }, locale, idempotencyKey }: Importer,
): Promise<string> {
  const now = clock.now();
  const call = 'POST /orders/addresses/batch';
  return db.transaction().execute((trx) =>
    once(trx, { merchantId, key: idempotencyKey, call, body, now }, async () => {
      const read = body.rows.map((row) => {
        const { data } = NewSavedAddress.safeParse(row);
        if (!data) return { errors: fieldErrorsOf(NewSavedAddress, row, locale) };
        const saved = newSavedAddress(merchantId, data, now);
        return { row: { id: saved.id, ...addressRowOf(saved) } };
      });
      const valid = read.flatMap(({ row }) => row ?? []);
      const added = await insertSavedAddresses(trx, merchantId, valid, now);
      const rows = read.map(({ row, errors }): ImportedRow => {
        if (!row) return { result: 'invalid', errors };
        return { result: added.has(row.id) ? 'created' : 'existing' };
      });
      return JSON.stringify({ rows });
    }),
  );
}
