import { setImmediate } from 'node:timers/promises';
import type { Locale } from '@portage/contract/locale';
import {
  type Attention,
  attentionOf,
  type OfferedNow,
  type OrderFix,
} from '@portage/contract/orders/attention';
import type { Order } from '@portage/contract/orders/orders';
import { type ExplainedRate, deliversInWindow } from '@portage/contract/rates/rates';
import { isApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { getShipper } from '../merchants/get-merchant.ts';
import { listWindows } from '../rates/list-windows.ts';
import { explainRates } from '../rates/quote-rates.ts';
import { tryEdit } from './edit-order.ts';
import { getOrder } from './get-order.ts';
import type { RatingContext } from './locate-and-rate-orders.ts';
import { findOrderDocuments } from './order-queries.ts';

type AttentionDeps = Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>;

/** Reason that an order needs attention; undefined for others. Throws `order_not_found`. */
export async function findAttention(
  deps: AttentionDeps,
  merchantId: string,
  id: string,
  locale: Locale,
): Promise<Attention | undefined> {
  const order = await getOrder(deps.db, merchantId, id);
  return attend(deps, await ratingContext(deps, merchantId), order, locale);
}

/** Returns attention by order; omits orders that need none. */
export async function listAttention(
  deps: AttentionDeps,
  merchantId: string,
  ids: readonly string[],
  locale: Locale,
): Promise<{ id: string; attention: Attention }[]> {
  const [rows, context] = await Promise.all([
    findOrderDocuments(deps.db, merchantId, ids),
    ratingContext(deps, merchantId),
  ]);
  const found: { id: string; attention: Attention }[] = [];
  for (const { id, document } of rows) {
    const attention = await attend(deps, context, JSON.parse(document) as Order, locale);
    if (attention) found.push({ id, attention });
    // Trying edits takes milliseconds each.
    await setImmediate();
  }
  return found;
}

async function ratingContext(
  { db, clock, tariffs }: AttentionDeps,
  merchantId: string,
): Promise<RatingContext> {
  return { ...(await getShipper(db, merchantId)), now: clock.now(), tariffs };
}

async function attend(
  { places }: Pick<Deps, 'places'>,
  context: RatingContext,
  order: Order,
  locale: Locale,
): Promise<Attention | undefined> {
  const known = attentionOf(order, locale);
  switch (known?.code) {
    case 'postal_code_not_in_province': {
      const mistake = places.findMistake(order.dtoRecipientAddress);
      const attention = attentionOf(order, locale, { mistake });
      const correction = attention?.correction;
      return withFix(attention, correction ? [{ recipientAddress: correction }] : []);
    }
    case 'no_rate':
    case 'window_not_offered': {
      const { offered, fixes } = offerNow(order, context, locale);
      return withFix(attentionOf(order, locale, { offered }), fixes);
    }
    default:
      return known;
  }

  /** Adds the first tried edit that places the order. */
  async function withFix(
    attention: Attention | undefined,
    fixes: readonly OrderFix[],
  ): Promise<Attention | undefined> {
    for (const fix of fixes) {
      if (attention && (await isPlacedBy(fix))) return { ...attention, fix };
    }
    return attention;
  }

  async function isPlacedBy(fix: OrderFix): Promise<boolean> {
    try {
      const { orderStatus } = await tryEdit(places, order, fix, context);
      return orderStatus === 'GEOCODED';
    } catch (error) {
      if (isApiError(error)) return false;
      throw error;
    }
  }
}

/** Services offered now, and edits to try, earliest promise first. */
function offerNow(
  { service, originAddress, recipientAddress, packages, completeAfter }: Order,
  { merchant, heavyAllowed, now, tariffs }: RatingContext,
  locale: Locale,
): { offered: OfferedNow; fixes: readonly OrderFix[] } {
  const [origin, destination] = [originAddress.postalCode, recipientAddress.postalCode];
  const shipment = { tariff: tariffs.at(now), origin, destination, packages, at: now, merchant };
  const { rates, unavailable } = explainRates({ ...shipment, locale, heavyAllowed });
  const why = unavailable.find((one) => one.service === service)?.code;
  const offered = {
    isOnRoute: why === undefined || why === 'cutoff_passed',
    services: rates.map((rate) => rate.service),
  };
  const others = rates
    .filter((rate) => rate.service !== service && !deliversInWindow(rate.service))
    .toSorted(byPromise);
  const window =
    service === 'SCHEDULED'
      ? listWindows(shipment).find(({ start }) => start >= (completeAfter ?? now))
      : undefined;
  return {
    offered,
    fixes: [
      ...(window ? [{ window: { start: window.start, end: window.end } }] : []),
      ...others.map((rate) => ({ service: rate.service })),
    ],
  };
}

const byPromise = (one: ExplainedRate, other: ExplainedRate) =>
  (one.epochEstimateTo ?? Infinity) - (other.epochEstimateTo ?? Infinity);
