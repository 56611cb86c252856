import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Problem } from '@portage/contract/errors';
import type { CarrierEventOutcome } from '@portage/contract/orders/carrier';
import type { CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { csvFile, csvOf, manyRows } from '../server/src/testing/import-orders.ts';
import { TEST_PASSWORD } from '../server/src/testing/make-merchant.ts';
import { newOrderPayload } from '../server/src/testing/make-order.ts';
import { JPEG } from '../server/src/testing/sample-pictures.ts';
import type { FaultMerchant, Stage } from './stage.ts';

/** One order of the load, with each attempt and each acknowledgement. */
export interface LoadedOrder {
  merchant: FaultMerchant;
  /** Its Idempotency-Key, repeated until it is answered. */
  key: string;
  reference: string;
  body: object;
  /** Set when its creation was acknowledged. */
  id?: string;
  trackingNumber?: string;
  notesTried: string[];
  /** The last edit that was acknowledged. */
  notes?: string;
  isReady?: boolean;
  isPrinted?: boolean;
  /** Events sent by the carrier; acknowledged ones have a result. */
  events: { id: string; status: CarrierStatus; isAcknowledged: boolean }[];
  /** Photos whose upload was acknowledged. */
  photos: string[];
}

interface LoadedImport {
  merchant: FaultMerchant;
  key: string;
  references: string[];
  /** Set when it was acknowledged. */
  id?: string;
}

/** Answers to one kind of call. */
export interface Answers {
  acknowledged: number;
  /** By status and code, such as `503 busy`. */
  refused: Record<string, number>;
  /** Calls that ended without an answer. */
  unanswered: number;
  /** Milliseconds of the slowest answer. */
  slowest: number;
}

/** All acknowledgements to merchants and the carrier. */
export interface Ledger {
  orders: LoadedOrder[];
  imports: LoadedImport[];
  /** Users who requested a code; acknowledged ones get a mail. */
  codes: { username: string; isAcknowledged: boolean }[];
  answers: Map<string, Answers>;
  /** Answers that contradict earlier ones. */
  contradictions: string[];
}

export interface Load {
  ledger: Ledger;
  /** Lets running work end, for at most half a minute. */
  stop(): Promise<void>;
  /** Creates an order, and resolves when it is located. False when that takes ten seconds. */
  probe(): Promise<boolean>;
  /** Each resolves when its call was acknowledged. */
  createOrder(): Promise<void>;
  importOrders(): Promise<void>;
  askForCode(): Promise<void>;
}

/** Milliseconds a client waits for an answer. */
const PATIENCE = 20_000;

/** Milliseconds between attempts, as clients retry. */
const PAUSE = 250;

/** Concurrent orders of one merchant. */
const LANES = 3;

const IMPORTED_ROWS = 30;

const STATUSES: readonly CarrierStatus[] = [
  'CARRIER_PICKED_UP',
  'SHIPMENT_PROCESSING',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
];

interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: object | FormData | Buffer;
}

/** Returns a new network address, since attempts are counted by address. */
const anyAddress = () => `198.18.${randomInt(256)}.${randomInt(256)}`;

/** Retries unacknowledged writes like a client. A quiet load does nothing by itself. */
export function startLoad(stage: Stage, { isQuiet = false } = {}): Load {
  const ledger: Ledger = {
    orders: [],
    imports: [],
    codes: [],
    answers: new Map(),
    contradictions: [],
  };
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const tokens = new Map<string, string>();
  let made = 0;

  function note(kind: string, answer: string | undefined, duration: number): void {
    const answers = ledger.answers.get(kind) ?? {
      acknowledged: 0,
      refused: {},
      unanswered: 0,
      slowest: 0,
    };
    ledger.answers.set(kind, answers);
    if (answer === undefined) answers.unanswered += 1;
    else if (answer === '') answers.acknowledged += 1;
    else answers.refused[answer] = (answers.refused[answer] ?? 0) + 1;
    if (answer !== undefined) answers.slowest = Math.max(answers.slowest, Math.round(duration));
  }

  /** Makes one call. Undefined without an answer. */
  async function call(
    kind: string,
    { method, path, headers, body }: Call,
  ): Promise<{ status: number; ok: boolean; code: string; value: unknown } | undefined> {
    const isJson = body !== undefined && !(body instanceof FormData) && !Buffer.isBuffer(body);
    const begun = performance.now();
    try {
      const response = await fetch(`${stage.address()}/api${path}`, {
        method,
        headers: {
          'x-forwarded-for': anyAddress(),
          ...(isJson && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && {
          body: isJson ? JSON.stringify(body) : (body as FormData | Uint8Array<ArrayBuffer>),
        }),
        signal: AbortSignal.timeout(PATIENCE),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get('content-type') ?? '';
      const value: unknown = /json/.test(type) ? JSON.parse(bytes.toString()) : bytes;
      const { code = 'without a code' } = response.ok ? { code: '' } : (value as Partial<Problem>);
      note(kind, response.ok ? '' : `${response.status} ${code}`, performance.now() - begun);
      return { status: response.status, ok: response.ok, code, value };
    } catch {
      note(kind, undefined, performance.now() - begun);
      return undefined;
    }
  }

  async function tokenOf(username: string): Promise<string | undefined> {
    const known = tokens.get(username);
    if (known !== undefined) return known;
    const body = { username, password: TEST_PASSWORD };
    const answer = await call('sign in', { method: 'POST', path: '/auth/token', body });
    if (!answer?.ok) return undefined;
    const { token } = answer.value as { token: string };
    tokens.set(username, token);
    return token;
  }

  /** Repeats a call until it is acknowledged or `isOver` accepts another answer. */
  async function insist(
    kind: string,
    username: string | undefined,
    request: Call,
    isOver: (answer: { status: number; code: string; value: unknown }) => boolean = () => false,
  ): Promise<unknown> {
    while (!givingUp.signal.aborted) {
      const token = username === undefined ? stage.carrierKey : await tokenOf(username);
      if (token !== undefined) {
        const headers = { authorization: `Bearer ${token}`, ...request.headers };
        const answer = await call(kind, { ...request, headers });
        if (answer && (answer.ok || isOver(answer))) return answer.value;
        if (answer?.status === 401 && username !== undefined) tokens.delete(username);
      }
      await setTimeout(PAUSE);
    }
    throw new GivenUp();
  }

  function newOrder(merchant: FaultMerchant): LoadedOrder {
    made += 1;
    const reference = `F-${made}`;
    const order: LoadedOrder = {
      ...{ merchant, key: randomUUID(), reference },
      body: newOrderPayload({ refNumber: reference }),
      ...{ notesTried: [], events: [], photos: [] },
    };
    ledger.orders.push(order);
    return order;
  }

  async function create(order: LoadedOrder): Promise<string> {
    const request: Call = {
      method: 'POST',
      path: '/orders',
      headers: { 'idempotency-key': order.key },
      body: order.body,
    };
    const { id, trackingNumber } = (await insist(
      'create an order',
      order.merchant.username,
      request,
    )) as Order;
    if (order.id !== undefined && order.id !== id) {
      ledger.contradictions.push(`key ${order.key} was answered with two orders`);
    }
    Object.assign(order, { id, trackingNumber });
    return id;
  }

  async function readOrder({ merchant, id }: LoadedOrder): Promise<Order> {
    const request: Call = { method: 'GET', path: `/orders/${id}` };
    return (await insist('read an order', merchant.username, request)) as Order;
  }

  async function untilLocated(order: LoadedOrder): Promise<void> {
    while ((await readOrder(order)).orderStatus === 'CREATED') await setTimeout(50);
  }

  async function reportEvents(order: LoadedOrder): Promise<void> {
    for (const status of STATUSES) {
      const event = { id: randomUUID(), status, isAcknowledged: false };
      order.events.push(event);
      const reported = {
        ...{ id: event.id, type: 'STATUS', status, trackingNumber: order.trackingNumber },
        ...{ at: Date.now(), city: 'Toronto' },
        ...(status === 'DELIVERED' && { verificationPhotos: order.photos }),
      };
      // Resends refused events, like scanners.
      while (!event.isAcknowledged) {
        const answer = (await insist('report an event', undefined, {
          method: 'POST',
          path: '/carrier/events',
          body: { events: [reported] },
        })) as { outcomes: CarrierEventOutcome[] };
        const result = answer.outcomes[0]?.result;
        event.isAcknowledged = result !== 'refused';
        if (!event.isAcknowledged) {
          note('report an event', `refused ${answer.outcomes[0]?.code}`, 0);
          await setTimeout(PAUSE);
          if (givingUp.signal.aborted) throw new GivenUp();
        }
      }
    }
  }

  async function uploadPhoto(order: LoadedOrder): Promise<void> {
    const photo = await insist('upload a photo', undefined, {
      method: 'POST',
      path: `/carrier/photos?trackingNumber=${order.trackingNumber}`,
      headers: { 'content-type': 'image/jpeg' },
      body: JPEG,
    });
    order.photos.push((photo as { id: string }).id);
  }

  /** An order from its creation to the door. */
  async function carryOrder(merchant: FaultMerchant): Promise<void> {
    const { username } = merchant;
    const order = newOrder(merchant);
    const turn = made;
    const id = await create(order);
    if (turn % 4 === 0) await create(order);
    await untilLocated(order);

    const notes = `Ring ${turn} times`;
    order.notesTried.push(notes);
    const edit: Call = { method: 'PATCH', path: `/orders/${id}/updateOrder`, body: { notes } };
    await insist('edit an order', username, edit);
    order.notes = notes;

    if (turn % 6 === 0) {
      await insist('print a label', username, { method: 'GET', path: `/labels/${id}` });
      order.isPrinted = true;
    }
    const ready: Call = { method: 'PATCH', path: `/orders/${id}/pickupready` };
    // An attempt without an answer may have marked it.
    await insist('mark ready', username, ready, ({ code }) => code === 'order_not_geocoded');
    const { orderStatus } = await readOrder(order);
    if (orderStatus === 'PICKUP_READY') order.isReady = true;
    else ledger.contradictions.push(`order ${id} was marked ready and is ${orderStatus}`);
    if (turn % 2 === 0) return;
    if (turn % 5 === 0) await uploadPhoto(order);
    await reportEvents(order);
  }

  async function importOrders(merchant: FaultMerchant): Promise<void> {
    const { orderDetailsCsv, orderPackagesCsv } = manyRows(IMPORTED_ROWS);
    made += 1;
    const named = <Row extends object>(rows: readonly Row[]) =>
      rows.map((row, index) => ({ ...row, order_ref_number: `I-${made}-${index}` }));
    const [details, packages] = [named(orderDetailsCsv), named(orderPackagesCsv)];
    const one: LoadedImport = {
      ...{ merchant, key: randomUUID() },
      references: details.map(({ order_ref_number }) => order_ref_number),
    };
    ledger.imports.push(one);
    const form = new FormData();
    form.append('orderDetails', csvFile(csvOf('orderDetails', details), 'orders.csv'));
    form.append('orderPackages', csvFile(csvOf('orderPackages', packages), 'packages.csv'));
    const accepted = await insist('import orders', merchant.username, {
      method: 'POST',
      path: '/orders/imports',
      headers: { 'idempotency-key': one.key },
      body: form,
    });
    one.id = (accepted as { importId: string }).importId;
  }

  /** Requests one code; a second call within half a minute has no effect. */
  async function askForCode(username: string): Promise<void> {
    const request: Call = { method: 'POST', path: '/users/reset_password', body: { username } };
    const code = { username, isAcknowledged: false };
    ledger.codes.push(code);
    code.isAcknowledged = (await call('ask for a code', request))?.ok === true;
  }

  async function lane(work: () => Promise<void>, pause: number): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => {
        if (!(error instanceof GivenUp)) throw error;
      });
      await setTimeout(pause);
    }
  }

  const asked = new Set<string>();
  async function askForNextCode({ people }: FaultMerchant): Promise<void> {
    const next = people.find((one) => !asked.has(one));
    if (next === undefined) return;
    asked.add(next);
    await askForCode(next);
  }

  const lanes = (isQuiet ? [] : stage.merchants).flatMap((merchant) => [
    ...Array.from({ length: LANES }, () => lane(() => carryOrder(merchant), 50)),
    lane(() => importOrders(merchant), 3_000),
    lane(() => askForNextCode(merchant), 10_000),
  ]);
  const working = Promise.all(lanes);
  working.catch(() => undefined);

  const [first] = stage.merchants;
  if (!first) throw new Error('There is no merchant');
  return {
    ledger,
    createOrder: async () => void (await create(newOrder(first))),
    importOrders: () => importOrders(first),
    askForCode: () => askForNextCode(first),
    async stop() {
      stopping.abort();
      const patience = setTimeout(30_000, undefined, { signal: givingUp.signal }).then(
        () => givingUp.abort(),
        () => undefined,
      );
      await working;
      givingUp.abort();
      await patience;
    },
    async probe() {
      const order = newOrder(first);
      const located = create(order).then(() => untilLocated(order));
      located.catch(() => undefined);
      return Promise.race([located.then(() => true), setTimeout(10_000, false)]);
    },
  };
}

/** The load ends before this call was acknowledged. */
class GivenUp extends Error {}
