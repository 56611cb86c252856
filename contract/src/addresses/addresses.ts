import { z } from 'zod';
import { csvLine, type CsvValue } from '../csv.ts';
import { endpoint, namedObject } from '../endpoint.ts';
import { FieldError } from '../errors.ts';
import { Recipient } from '../orders/new-order.ts';
import { text } from '../text.ts';
import { EpochMillis } from '../time.ts';
import { Address } from './address.ts';

/** CSV columns, named as in the bulk order file (spec 2 §3), so that cells can be copied. */
export const addressCsvColumns = {
  recipient_name: ({ recipient }) => recipient.name,
  recipient_email: ({ recipient }) => recipient.email,
  recipient_phone: ({ recipient }) => recipient.phone,
  recipient_street: ({ address }) => [address.number, address.street].filter(Boolean).join(' '),
  recipient_unit: ({ address }) => address.unit,
  recipient_city: ({ address }) => address.city,
  recipient_province: ({ address }) => address.province,
  recipient_postal_code: ({ address }) => address.postalCode,
  recipient_country: ({ address }) => address.country,
} as const satisfies Record<string, (saved: SavedAddress) => CsvValue>;

export type AddressCsvColumn = keyof typeof addressCsvColumns;

export const ADDRESSES_CSV_NAME = 'address_book.csv';

export const addressCsvHeader = csvLine(Object.keys(addressCsvColumns));

export const addressCsvLine = (saved: SavedAddress): string =>
  csvLine(Object.values(addressCsvColumns).map((cellOf) => cellOf(saved)));

/** A recipient kept in the address book (spec 2 §3). */
export const SavedAddress = namedObject('SavedAddress', {
  id: z.uuid(),
  merchantId: z.uuid(),
  createdAt: EpochMillis,
  recipient: Recipient,
  address: Address,
});
export type SavedAddress = z.infer<typeof SavedAddress>;

export const NewSavedAddress = SavedAddress.pick({ recipient: true, address: true });
export type NewSavedAddress = z.infer<typeof NewSavedAddress>;

export const ADDRESSES_PAGE_SIZE = 100;

/** The most saved recipients that one call adds, deletes or restores. */
export const ADDRESS_BATCH_SIZE = 500;

export const MERGE_SIZE = 20;

export const AddressCursor = z.object({
  startAt: z.uuid().describe('Id of the last saved recipient of the page before.'),
  createdAt: EpochMillis.describe('Time when that one was saved.'),
});
export type AddressCursor = z.infer<typeof AddressCursor>;

/** Words that all occur in the name, e-mail address, phone or address. */
const freeSearch = text(200)
  .optional()
  .describe('Words that must all match; case and accents are ignored.');

export const AddressListQuery = z
  .object({
    freeSearch,
    limit: z.coerce.number().int().min(1).max(ADDRESSES_PAGE_SIZE).default(ADDRESSES_PAGE_SIZE),
    startAt: AddressCursor.shape.startAt.optional(),
    createdAt: z.preprocess(Number, EpochMillis).optional(),
  })
  .refine((query) => (query.startAt === undefined) === (query.createdAt === undefined), {
    error: 'cursorIncomplete',
    path: ['startAt'],
  });
export type AddressListQuery = z.infer<typeof AddressListQuery>;

/** A page of the address book; `next` is missing on the last page. */
export const AddressPage = z.object({
  addresses: z.array(SavedAddress).describe('Newest first.'),
  next: AddressCursor.optional(),
});
export type AddressPage = z.infer<typeof AddressPage>;

const AddressIds = z.object({ ids: z.array(z.uuid()).min(1).max(ADDRESS_BATCH_SIZE) });

export const ImportedRow = z.object({
  result: z.enum(['created', 'existing', 'invalid']),
  errors: z.array(FieldError).optional().describe('Reason why an invalid row was not added.'),
});
export type ImportedRow = z.infer<typeof ImportedRow>;

export const addressEndpoints = {
  list: endpoint('GET /orders/addresses', {
    summary: 'A page of the saved recipients that match a text, newest first',
    mayCall: 'userOrService',
    query: AddressListQuery,
    response: AddressPage,
  }),
  create: endpoint('POST /orders/addresses', {
    summary: 'Save a recipient',
    mayCall: 'userOrService',
    body: NewSavedAddress,
    status: 201,
    response: SavedAddress,
    errors: ['address_saved_already'],
    idempotent: true,
  }),
  edit: endpoint('PATCH /orders/addresses/{id}', {
    summary: 'Replace the recipient or the address of a saved recipient',
    mayCall: 'userOrService',
    params: z.object({ id: z.uuid() }),
    body: NewSavedAddress.partial(),
    response: SavedAddress,
    errors: ['address_not_found', 'address_saved_already'],
  }),
  delete: endpoint('DELETE /orders/addresses/{id}', {
    summary: 'Delete a saved recipient; it can be restored for 30 days',
    mayCall: 'userOrService',
    params: z.object({ id: z.uuid() }),
    errors: ['address_not_found'],
  }),
  deleteMany: endpoint('POST /orders/addresses/batch/delete', {
    summary: 'Delete several saved recipients; ids that are not there are passed over',
    mayCall: 'userOrService',
    body: AddressIds,
    response: z.object({ ids: z.array(z.uuid()).describe('Ids that were deleted.') }),
  }),
  restore: endpoint('POST /orders/addresses/batch/restore', {
    summary: 'Restore deleted recipients, unless the same ones were saved again meanwhile',
    mayCall: 'userOrService',
    body: AddressIds,
    response: z.object({ ids: z.array(z.uuid()).describe('Ids that were restored.') }),
  }),
  import: endpoint('POST /orders/addresses/batch', {
    summary: 'Save several recipients; each row succeeds or fails by itself',
    mayCall: 'userOrService',
    body: z.object({
      rows: z
        .array(z.record(z.string(), z.unknown()))
        .min(1)
        .max(ADDRESS_BATCH_SIZE)
        .describe('Each `{ recipient, address }` as for saving one.'),
    }),
    response: z.object({ rows: z.array(ImportedRow) }),
    idempotent: true,
  }),
  export: endpoint('GET /orders/addresses/export', {
    summary: 'Every saved recipient that matches, as CSV, newest first, streamed',
    mayCall: 'userOrService',
    query: z.object({ freeSearch }),
    response: { mediaTypes: ['text/csv'] },
    errors: ['too_many_exports'],
  }),
  duplicates: endpoint('GET /orders/addresses/duplicates', {
    summary: 'Groups of saved recipients with the same name or phone at one postal code',
    mayCall: 'userOrService',
    response: z.object({
      groups: z.array(z.array(SavedAddress).min(2)).describe('Newest first in each group.'),
      hasMore: z.boolean().describe('True when there are more groups than are answered.'),
    }),
  }),
  merge: endpoint('POST /orders/addresses/merge', {
    summary: 'Keep one of several recipients, completed by the others, which are deleted',
    mayCall: 'userOrService',
    body: z
      .object({ keepId: z.uuid(), ids: z.array(z.uuid()).min(1).max(MERGE_SIZE) })
      .refine(({ keepId, ids }) => !ids.includes(keepId), {
        path: ['ids'],
        error: 'mergeWithItself',
      }),
    response: SavedAddress,
    errors: ['address_not_found', 'address_saved_already'],
  }),
};
