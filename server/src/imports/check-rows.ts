import { CheckedRows } from '@portage/contract/imports/checked-rows';
import {
  importProblemText,
  type ImportProblem,
  severityOf,
} from '@portage/contract/imports/import-problems';
import type { CsvCheck, CsvCheckResult } from '@portage/contract/imports/imports';
import type { Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { foldForSearch } from '@portage/contract/text';
import type { Deps } from '../deps.ts';
import { JsonText } from '../http/endpoint-route.ts';
import type { Session } from '../http/session.ts';
import { findKnownReferences } from '../orders/find-similar-orders.ts';
import { inTurns } from '../threads/in-turns.ts';
import {
  importRulesOf,
  type RatedRow,
  rateRows,
  type ReadableRow,
  rowContext,
} from './rate-rows.ts';

/** Orders rated before yielding to other calls. */
const BATCH = 100;

/** Creates nothing. Returns problems, corrections and prices by row. */
export async function checkRows(
  deps: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>,
  { merchantId, username }: Session,
  { orderDetailsCsv, orderPackagesCsv }: CsvCheck,
  locale: Locale,
): Promise<JsonText> {
  const context = await rowContext(deps, merchantId);
  const checked = new CheckedRows(
    { orderDetails: orderDetailsCsv, orderPackages: orderPackagesCsv },
    importRulesOf(context.merchant),
  );
  const rows = await inTurns(orderDetailsCsv, (_, index) => checked.checkOrder(index + 1));
  const readable = rows.filter((row): row is ReadableRow => row.order !== undefined);
  const rated: RatedRow[] = [];
  for (let start = 0; start < readable.length; start += BATCH) {
    const batch = readable.slice(start, start + BATCH);
    rated.push(...(await rateRows(deps, context, username, batch)));
  }
  const references = rated.flatMap(({ newOrder }) => newOrder.refNumber ?? []);
  const known = await findKnownReferences(deps.db, merchantId, references);
  const found = await inTurns(rated, (row) => [
    ...row.problems,
    ...warningsOf(row, context.merchant, known),
  ]);
  const problems = [
    ...rows.flatMap((row) => (row.order ? [] : row.problems)),
    ...checked.strayPackages.values(),
    ...found.flat(),
  ];
  const prices = rated.flatMap(({ read: { row }, order: { rateChoice: rate } }) =>
    rate ? [{ row, price: rate.price, currency: rate.currency }] : [],
  );
  return jsonInTurns({
    problems: await inTurns(problems, (one) => ({
      ...one,
      severity: severityOf(one),
      message: importProblemText(one, locale),
    })),
    corrections: rows.flatMap(({ corrections }) => corrections),
    prices,
  } satisfies CsvCheckResult);
}

/** Writes long lists as JSON between other calls. */
async function jsonInTurns(lists: Readonly<Record<string, readonly unknown[]>>): Promise<JsonText> {
  const parts: Buffer[] = [];
  for (const [name, items] of Object.entries(lists)) {
    const start = `${parts.length === 0 ? '{' : '],'}"${name}":[`;
    const written = await inTurns(items, (item, index) =>
      Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(item)}`),
    );
    parts.push(Buffer.from(start), ...written);
  }
  return new JsonText(Buffer.concat([...parts, Buffer.from(']}')]));
}

/** Warnings: a known reference, an unknown display name or origin. */
function warningsOf(
  { read, newOrder }: RatedRow,
  merchant: Merchant,
  known: ReadonlySet<string>,
): ImportProblem[] {
  const at = { file: 'orderDetails', row: read.row } as const;
  const { refNumber, merchantDisplayName: name } = newOrder;
  const subBrands = merchant.merchantDisplayLogoUrls.map((one) => one.name);
  const warnings: ImportProblem[] = [];
  if (refNumber !== undefined && known.has(refNumber)) {
    const column = 'order_ref_number';
    warnings.push({ ...at, column, code: 'refExists', values: { value: refNumber } });
  }
  if (name !== undefined && !subBrands.includes(name)) {
    // The profile's mapping takes the name from the unit.
    const isMapped = read.order.merchantDisplayName === undefined;
    const column = isMapped ? 'origin_unit' : 'merchant_display_name';
    warnings.push({ ...at, column, code: 'displayNameUnknown', values: { value: name } });
  }
  if (!read.hasOwnOrigin) return warnings;
  const { street, postalCode } = newOrder.originAddress;
  const postalCodes = [merchant.merchantLocation, ...merchant.additionalLocations]
    .filter((one) => foldForSearch(one.street) === foldForSearch(street))
    .map((one) => one.postalCode);
  if (!postalCodes.includes(postalCode)) {
    const column = postalCodes.length > 0 ? 'origin_postal_code' : 'origin_street';
    warnings.push({ ...at, column, code: 'originUnknown' });
  }
  return warnings;
}
