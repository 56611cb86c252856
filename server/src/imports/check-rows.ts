import type { ReadOrder } from '@portage/contract/imports/import-order';
import { type ImportProblem, importProblemText } from '@portage/contract/imports/import-problems';
import { readImportRows } from '@portage/contract/imports/import-rows';
import type { CsvCheck, CsvCheckResult } from '@portage/contract/imports/imports';
import type { Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/flags.ts';
import { foldForSearch } from '@portage/contract/fold-for-search';
import { getMerchant } from '../merchants/get-merchant.ts';
import { draftOrder } from '../orders/draft-order.ts';
import { findKnownReferences } from '../orders/find-similar-orders.ts';
import { rateDrafts } from '../orders/locate-and-rate-orders.ts';
import { findServiceArea } from '../rates/service-area.ts';
import type { Tariff } from '../rates/tariff.ts';
import type { Session } from '../sessions/identity.ts';
import { inTurns } from '../threads/in-turns.ts';
import { importedOrder, importRulesOf } from './import-rules.ts';

/** Orders that are rated before other calls have their turn. */
const BATCH = 100;

type CheckableRow = ReadOrder & { order: NewOrder };

/**
 * Checks parsed rows and creates nothing: their shape, and, of those that can become orders, address,
 * area, weight, rate, window and references that are known already. Problems and corrections by row
 * and column, in the language given; prices of the orders that can be carried.
 */
export async function checkRows(
  { db, clock, places, tariffs }: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>,
  { merchantId, username }: Session,
  { orderDetailsCsv, orderPackagesCsv }: CsvCheck,
  locale: Locale,
): Promise<CsvCheckResult> {
  const [merchant, heavyAllowed] = await Promise.all([
    getMerchant(db, merchantId),
    isFlagOn(db, merchantId, 'heavy-parcel-consolidation-v1'),
  ]);
  const { orders, strayPackages } = readImportRows(
    { orderDetails: orderDetailsCsv, orderPackages: orderPackagesCsv },
    importRulesOf(merchant),
  );
  const rows = await inTurns(orders, (readOrder) => readOrder());
  const now = clock.now();
  const tariff = tariffs.at(now);
  const checkable = rows.flatMap((row): CheckableRow[] =>
    row.order ? [{ ...row, order: importedOrder(row.order, merchant, tariff, now) }] : [],
  );
  const drafts = await inTurns(checkable, ({ order }) =>
    draftOrder(order, { merchantId, username }, now),
  );
  const rated: Order[] = [];
  for (let start = 0; start < drafts.length; start += BATCH) {
    const batch = drafts.slice(start, start + BATCH);
    rated.push(...(await rateDrafts(places, batch, { merchant, heavyAllowed, now, tariffs })));
  }
  const known = await findKnownReferences(
    db,
    merchantId,
    checkable.flatMap(({ order }) => order.refNumber ?? []),
  );
  const found = await inTurns(checkable, (row, index) => [
    ...carriageProblems(row, tariff, rated[index]),
    ...warningsOf(row, merchant, known),
  ]);
  const problems = [...rows.flatMap((row) => row.problems), ...strayPackages, ...found.flat()];
  return {
    problems: problems.map((one) => ({ ...one, message: importProblemText(one, locale) })),
    corrections: rows.flatMap(({ corrections }) => corrections),
    prices: checkable.flatMap(({ row }, index) => {
      const rate = rated[index]?.rateChoice;
      return rate ? [{ row, price: rate.price, currency: rate.currency }] : [];
    }),
  };
}

/** Why an order could be created and not carried, at the column where it can be put right. */
function carriageProblems(
  { row, packageRows, order }: CheckableRow,
  tariff: Tariff,
  rated?: Order,
): ImportProblem[] {
  const { originAddress, recipientAddress } = order;
  const [origin, destination] = [originAddress.postalCode, recipientAddress.postalCode];
  const at = { file: 'orderDetails', row } as const;
  switch (rated?.orderStatus) {
    case 'GEOCODEDFAILED': {
      const column = 'recipient_postal_code';
      return [{ ...at, column, code: 'addressNotFound' }];
    }
    case 'OUT_OF_FSA':
      return findServiceArea(tariff, origin)
        ? [
            {
              ...at,
              column: 'recipient_postal_code',
              code: 'outOfArea',
              values: { value: destination },
            },
          ]
        : [
            {
              ...at,
              column: 'origin_postal_code',
              code: 'originOutOfArea',
              values: { value: origin },
            },
          ];
    case 'UNSUPPORTED_WEIGHT':
      return [
        {
          file: 'orderPackages',
          row: packageRows[0] ?? row,
          column: 'package_weight',
          code: 'weightUnsupported',
        },
      ];
    case 'RATE_FAILED':
      return [
        { ...at, column: 'service', code: 'serviceUnavailable', values: { origin, destination } },
      ];
    case 'INVALIDTIME':
      return [{ ...at, column: 'service', code: 'windowUnavailable' }];
    default:
      return [];
  }
}

/** What an order should be looked at for, though it can be created. */
function warningsOf(
  { row, order }: CheckableRow,
  merchant: Merchant,
  known: ReadonlySet<string>,
): ImportProblem[] {
  const at = { file: 'orderDetails', row } as const;
  const { refNumber, merchantDisplayName: name } = order;
  const subBrands = merchant.merchantDisplayLogoUrls.map((one) => one.name);
  const warnings: ImportProblem[] = [];
  if (refNumber !== undefined && known.has(refNumber)) {
    const column = 'order_ref_number';
    warnings.push({ ...at, column, code: 'refExists', values: { value: refNumber } });
  }
  if (name !== undefined && !subBrands.includes(name)) {
    const column = 'merchant_display_name';
    warnings.push({ ...at, column, code: 'displayNameUnknown', values: { value: name } });
  }
  const { street, postalCode } = order.originAddress;
  const postalCodes = [merchant.merchantLocation, ...merchant.additionalLocations]
    .filter((one) => foldForSearch(one.street) === foldForSearch(street))
    .map((one) => one.postalCode);
  if (!postalCodes.includes(postalCode)) {
    const column = postalCodes.length > 0 ? 'origin_postal_code' : 'origin_street';
    warnings.push({ ...at, column, code: 'originUnknown' });
  }
  return warnings;
}
