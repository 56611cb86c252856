import { v7 as uuidv7 } from 'uuid';
import { foldForSearch } from '@portage/contract/text';
import { ApiError } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { once } from '../idempotency/once.ts';
import {
  deleteNamed,
  insertNamed,
  listNamed,
  lockNamed,
  type NamedRow,
  type NamedTable,
  type NameOwner,
  updateNamed,
} from './named-document-queries.ts';

interface Kind<Named> {
  table: NamedTable;
  /** Names the creating call in idempotency keys. */
  call: string;
  most: number;
  read: (document: string) => Named;
  nameTaken: 'view_name_taken' | 'preset_name_taken';
  tooMany: 'too_many_views' | 'too_many_presets';
  notFound: 'view_not_found' | 'preset_not_found';
}

/** Documents whose names an owner uses once, such as saved views and package presets. */
export function namedDocuments<Named extends { id: string; name: string }>({
  table,
  call,
  most,
  read,
  nameTaken,
  tooMany,
  notFound,
}: Kind<Named>) {
  /** Folds the name. Throws `nameTaken`. */
  function rowOf(named: Named, others: readonly NamedRow[]): NamedRow {
    const nameKey = foldForSearch(named.name);
    const holder = others.find((other) => other.nameKey === nameKey);
    if (holder) throw new ApiError(nameTaken, { name: read(holder.document).name });
    return { id: named.id, nameKey, document: JSON.stringify(named) };
  }

  return {
    async list(db: Database, owner: NameOwner): Promise<Named[]> {
      const rows = await listNamed(db, table, owner);
      return rows.map(({ document }) => read(document));
    },

    /** Returns JSON. Throws `nameTaken`, `tooMany`, and as `once` does. */
    create(
      { db, clock }: Pick<Deps, 'db' | 'clock'>,
      { merchantId, ...owner }: NameOwner,
      content: Omit<Named, 'id'>,
      key: string | undefined,
    ): Promise<string> {
      const now = clock.now();
      // Keys are the merchant's, the documents of a user are not.
      const request = { merchantId, key, call, body: { ...owner, ...content }, now };
      return db.transaction().execute((trx) =>
        once(trx, request, async () => {
          const others = await lockNamed(trx, table, { merchantId, ...owner });
          const row = rowOf({ id: uuidv7({ msecs: now }), ...content } as Named, others);
          if (others.length >= most) throw new ApiError(tooMany, { limit: most });
          await insertNamed(trx, table, { merchantId, ...owner }, row);
          return row.document;
        }),
      );
    },

    /** Throws `notFound` and `nameTaken`. */
    change(
      db: Database,
      owner: NameOwner,
      id: string,
      change: (stored: Named) => Named,
    ): Promise<Named> {
      return db.transaction().execute(async (trx) => {
        const rows = await lockNamed(trx, table, owner);
        const stored = rows.find((one) => one.id === id.toLowerCase());
        if (!stored) throw new ApiError(notFound);
        const named = change(read(stored.document));
        const row = rowOf(
          named,
          rows.filter((one) => one !== stored),
        );
        if (!(await updateNamed(trx, table, owner, row))) throw new ApiError(notFound);
        return named;
      });
    },

    /** Throws `notFound`. */
    async remove(db: Database, owner: NameOwner, id: string): Promise<void> {
      if (!(await deleteNamed(db, table, owner, id))) throw new ApiError(notFound);
    },
  };
}
