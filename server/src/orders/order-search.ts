import { sql } from 'kysely';
import type { OrderFilter } from '@portage/contract/order-filter';
import type { Executor } from '../db/database.ts';
import {
  FOUND_ANYWHERE_FROM,
  foldForSearch,
  type SearchWord,
  searchWordsOf,
} from './order-search-text.ts';

/** `%`, `_` and `\` of what was typed, taken literally by `like`. */
const likeLiteral = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');

/** The pattern of a word: anywhere in the text, or at the beginning of a word where it is short. */
const likePattern = (word: string) =>
  word.length < FOUND_ANYWHERE_FROM ? `% ${likeLiteral(word)}%` : `%${likeLiteral(word)}%`;

/** A word in any of its forms. */
const hasWord = (forms: SearchWord) =>
  sql<boolean>`(${sql.join(
    forms.map((form) => sql`search like ${likePattern(form)}`),
    sql` or `,
  )})`;

/** A moment as the driver takes it; columns are compared without a cast, so that indexes serve. */
const moment = (at: number) => sql<number>`${new Date(at)}::timestamptz`;

/** The merchant's orders that match every part of a filter, not yet sorted or limited. */
export function matchingOrders(db: Executor, merchantId: string, filter: OrderFilter) {
  let query = db.selectFrom('orders').where('merchant_id', '=', merchantId);
  const { freeSearch, orderStatus, serviceSearch, tags, deliveryType, fulfillmentStatus } = filter;
  const { dateFrom, dateTo, deliveredAtFrom, deliveredAtTo } = filter;
  const { isBusinessAddress, originPostalCode, merchantDisplayName } = filter;

  if (dateFrom !== undefined) query = query.where('created_at', '>=', moment(dateFrom));
  if (dateTo !== undefined) query = query.where('created_at', '<=', moment(dateTo));
  if (deliveredAtFrom !== undefined) {
    query = query.where('delivered_at', '>=', moment(deliveredAtFrom));
  }
  if (deliveredAtTo !== undefined) query = query.where('delivered_at', '<=', moment(deliveredAtTo));
  if (orderStatus) query = query.where('status', 'in', orderStatus);
  if (serviceSearch) query = query.where('service', 'in', serviceSearch);
  if (deliveryType) query = query.where('delivery_type', '=', deliveryType);
  if (isBusinessAddress !== undefined) query = query.where('is_business', '=', isBusinessAddress);
  if (fulfillmentStatus) {
    query = query.where('is_fulfilled', '=', fulfillmentStatus === 'FULFILLED');
  }
  if (originPostalCode) query = query.where('origin_postal_code', '=', originPostalCode);
  if (merchantDisplayName !== undefined) {
    query = query.where('display_name', '=', foldForSearch(merchantDisplayName));
  }
  if (tags) {
    const hasAny = sql<boolean>`tags && ${tags}::text[]`;
    query = query.where(filter.includeTags === false ? sql<boolean>`not ${hasAny}` : hasAny);
  }
  for (const word of searchWordsOf(freeSearch ?? '')) query = query.where(hasWord(word));
  return query;
}
