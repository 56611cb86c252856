import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { Rate } from '@portage/contract/rates/rates';
import type { EpochMillis } from '@portage/contract/time';
import { saveAddresses } from '../addresses/save-address.ts';
import { ApiError } from '../api-error.ts';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import type { Database, Executor } from '../db/database.ts';
import { isDatabaseLost, isStatementTimeout } from '../db/lost-connections.ts';
import { pipelinedReads, writeTogether } from '../db/pipelined-transaction.ts';
import { isUniqueViolation } from '../db/sql-state.ts';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/flags.ts';
import type { Author } from '../http/session.ts';
import { findFirstAnswers, type IdempotentRequest, rememberAnswers } from '../idempotency/once.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { isWindowOffered } from '../rates/list-windows.ts';
import { explainRates } from '../rates/quote-rates.ts';
import type { Shipment } from '../rates/rate-service.ts';
import { gather } from '../threads/gather.ts';
import { requirePhone, applyProfile, draftOrder } from './order-document.ts';
import { insertOrders } from './order-queries.ts';

interface Placement {
  merchant: Merchant;
  /** A username, or `system`. */
  username: string;
  now: EpochMillis;
  /** Time of the buyer's quote, whose price holds. */
  quotedAt?: EpochMillis;
}

/** In the caller's transaction. Throws `invalidRequest` for a missing phone. */
export async function placeOrders(
  trx: Executor,
  { merchant, username, now, quotedAt }: Placement,
  newOrders: readonly NewOrder[],
): Promise<Order[]> {
  for (const { recipient } of newOrders) requirePhone(recipient, merchant);
  const author = { merchantId: merchant.id, username };
  const orders = newOrders.map((newOrder) => ({
    ...draftOrder(applyProfile(newOrder, merchant), author, now),
    ...(quotedAt !== undefined && { quotedAt }),
  }));
  await writeNewOrders(trx, author, orders);
  const saved = newOrders.filter((newOrder) => newOrder.saveAddress);
  await saveAddresses(trx, merchant.id, saved, now);
  return orders;
}

/** A job locates and rates orders in CREATED. */
export async function writeNewOrders(
  trx: Executor,
  author: Author,
  orders: readonly Order[],
): Promise<void> {
  if (orders.length === 0) return;
  const { merchantId } = author;
  const orderIds = orders.flatMap(({ id, orderStatus }) => (orderStatus === 'CREATED' ? id : []));
  await Promise.all([
    insertOrders(trx, orders),
    writeAudit(
      trx,
      orders.flatMap((order) => creationAudit(order, author)),
    ),
    orderIds.length > 0 && insertJob(trx, 'locate-and-rate-orders', { merchantId, orderIds }),
  ]);
}

/** Includes the status change of an order past CREATED. */
function creationAudit(
  { id, createdAt, modified, orderStatus }: Order,
  { merchantId, username }: Author,
): AuditEntry[] {
  const created: AuditEntry = {
    merchantId,
    at: createdAt,
    actor: username,
    action: 'order.created',
    subjectId: id,
    details: { status: 'CREATED' },
  };
  if (orderStatus === 'CREATED') return [created];
  return [
    created,
    {
      ...created,
      at: modified,
      actor: 'system',
      action: 'order.status_changed',
      details: { from: 'CREATED', to: orderStatus },
    },
  ];
}

/** Orders of one transaction, and the wait for more, in ms. */
const TOGETHER = { most: 50, pause: 4 };

type CreationDeps = Pick<Deps, 'db' | 'clock' | 'tariffs'>;

interface Asked {
  session: Author;
  newOrder: NewOrder;
  idempotencyKey: string | undefined;
}

/** Batches a user's calls. Returns JSON. Throws as `requirePhone`, `requireQuotedRate`, `once`. */
export function orderCreation(deps: CreationDeps): (asked: Asked) => Promise<string> {
  const create = gather((asked: readonly Asked[]) => createTogether(deps, asked), TOGETHER);
  return (asked) => create(`${asked.session.merchantId}/${asked.session.username}`, asked);
}

/** Refuses each order without the others. */
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

  /** Undefined for calls that create an order. */
  function answerWithoutWriting(request: CreationRequest): Creation | undefined {
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
  const answers = requests.map(answerWithoutWriting);
  const creating = requests.filter((_, index) => answers[index] === undefined);
  const created = (await writeCreations(db, { merchant, username, now }, creating)).values();
  return answers.map((answer) => answer ?? created.next().value);
}

/** Current rates' input, for comparison with a quoted rate. */
type RatedNow = Pick<Shipment, 'tariff' | 'at' | 'heavyAllowed'> & { readonly merchant: Merchant };

/** Throws `rates_changed` for another price, later promise or closed window. */
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

type CreationRequest = IdempotentRequest & { body: NewOrder };

/** JSON of the order, or the refusal. */
type Creation = PromiseSettledResult<string>;

/** Together in one round trip; after a failure, one by one. Throws for a lost database. */
export async function writeCreations(
  db: Database,
  placement: Placement,
  requests: readonly CreationRequest[],
): Promise<Creation[]> {
  if (requests.length === 0) return [];
  try {
    const answers = await writeOrders(db, placement, requests);
    return answers.map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return Promise.allSettled(requests.map((request) => writeAlone(db, placement, request)));
  }
}

async function writeOrders(
  db: Database,
  placement: Placement,
  requests: readonly CreationRequest[],
): Promise<string[]> {
  let answers: string[] = [];
  await writeTogether(db, async (writes) => {
    const orders = await placeOrders(
      writes,
      placement,
      requests.map(({ body }) => body),
    );
    answers = orders.map((order) => JSON.stringify(order));
    await rememberAnswers(writes, requests, answers);
  });
  return answers;
}

/** Returns the first answer to a repeated key. */
async function writeAlone(
  db: Database,
  placement: Placement,
  request: CreationRequest,
): Promise<string> {
  try {
    const [answer = ''] = await writeOrders(db, placement, [request]);
    return answer;
  } catch (error) {
    const firstAnswerTo = await findFirstAnswers(db, isUniqueViolation(error) ? [request] : []);
    const first = firstAnswerTo(request);
    if (first === undefined) throw error;
    return first;
  }
}

/** Database errors that would fail every order. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && (isDatabaseLost(error) || isStatementTimeout(error));
