import type { NewOrder } from '@portage/contract/orders/new-order';
import { pipelinedReads } from '../db/pipelined-transaction.ts';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/is-flag-on.ts';
import { findFirstAnswers } from '../idempotency/once.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { Session } from '../sessions/identity.ts';
import { gather } from '../threads/gather.ts';
import { requirePhone } from './require-phone.ts';
import { type Creation, type CreationRequest, writeCreations } from './write-creations.ts';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Rate } from '@portage/contract/rates/rates';
import { ApiError } from '../api-error.ts';
import { isWindowOffered } from '../rates/list-windows.ts';
import { explainRates } from '../rates/quote-rates.ts';
import type { Shipment } from '../rates/rate-service.ts';

/** What the quoted rate of an order is compared with: the rates of now. */
type RatedNow = Pick<Shipment, 'tariff' | 'at' | 'heavyAllowed'> & { readonly merchant: Merchant };

/**
 * Throws `rates_changed`, with the rates of now, when the service of a new order is no longer offered
 * at the rate that was quoted for it: another price, a later promise, a window that closed.
 */
function requireQuotedRate(newOrder: NewOrder, now: RatedNow): void {
  const { quotedRate, service, window, packages, packageCount = 1 } = newOrder;
  if (!quotedRate) return;
  const shipment: Omit<Shipment, 'locale'> = {
    ...now,
    origin: newOrder.originAddress.postalCode,
    destination: newOrder.recipientAddress.postalCode,
    packages: packages ?? Array.from({ length: packageCount }, () => ({})),
  };
  const { rates } = explainRates({ ...shipment, locale: 'en' });
  const rate = rates.find((one) => one.service === service);
  const isKept = rate && isAsQuoted(rate, quotedRate);
  const isWindowKept = service !== 'SCHEDULED' || (window && isWindowOffered(shipment, window));
  if (isKept && isWindowKept) return;
  throw new ApiError('rates_changed', {
    rates: (locale) => explainRates({ ...shipment, locale }),
  });
}

function isAsQuoted(
  { price, epochEstimateTo }: Rate,
  quoted: NonNullable<NewOrder['quotedRate']>,
): boolean {
  const promised = quoted.epochEstimateTo;
  const isLater =
    promised !== undefined && epochEstimateTo !== undefined && epochEstimateTo > promised;
  return price === quoted.price && !isLater;
}

/** How many orders are created in one transaction at most, and how long others are waited for. */
const TOGETHER = { most: 50, pause: 4 };

type CreationDeps = Pick<Deps, 'db' | 'clock' | 'tariffs'>;

/** An order that somebody asks for. */
interface Asked {
  session: Pick<Session, 'merchantId' | 'username'>;
  newOrder: NewOrder;
  idempotencyKey: string | undefined;
}

/**
 * Creates orders in status CREATED and hands them to the background, which locates and rates them.
 * Those that one user asks for at the same time are written in one transaction, which costs hardly more
 * than one order would. Gives the JSON text of the contract's `Order`. Throws what `requirePhone` and
 * `requireQuotedRate` raise, and `idempotency_key_reused`.
 */
export function orderCreation(deps: CreationDeps): (asked: Asked) => Promise<string> {
  const create = gather((asked: readonly Asked[]) => createTogether(deps, asked), TOGETHER);
  return (asked) => create(`${asked.session.merchantId}/${asked.session.username}`, asked);
}

/** Creates what one user of a merchant asks for; each order may be refused without the others. */
async function createTogether(
  { db, clock, tariffs }: CreationDeps,
  asked: readonly Asked[],
): Promise<(Creation | undefined)[]> {
  const [first] = asked;
  if (!first) return [];
  const { merchantId, username } = first.session;
  const now = clock.now();
  const requests = asked.map(({ newOrder, idempotencyKey }) => {
    return { merchantId, key: idempotencyKey, call: 'POST /orders', body: newOrder, now };
  });
  const isQuoted = requests.some(({ body }) => body.quotedRate !== undefined);
  const [merchant, firstAnswerTo, heavyAllowed] = await pipelinedReads(db, (reads) =>
    Promise.all([
      getMerchant(reads, merchantId),
      findFirstAnswers(reads, requests),
      isQuoted && isFlagOn(reads, merchantId, 'heavy-parcel-consolidation-v1'),
    ]),
  );

  /** What a call is answered without writing anything; undefined for one that creates an order. */
  function judge(request: CreationRequest): Creation | undefined {
    try {
      const value = firstAnswerTo(request);
      if (value !== undefined) return { status: 'fulfilled', value };
      requirePhone(request.body.recipient, merchant);
      requireQuotedRate(request.body, { merchant, heavyAllowed, tariff: tariffs.at(now), at: now });
      return undefined;
    } catch (reason) {
      return { status: 'rejected', reason };
    }
  }
  const judged = requests.map(judge);
  const creating = requests.filter((_, index) => judged[index] === undefined);
  const created = (await writeCreations(db, { merchant, username, now }, creating)).values();
  return judged.map((answer) => answer ?? created.next().value);
}
