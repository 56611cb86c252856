import type { Deps } from '../deps.ts';
import { takeSlots, giveSlotsBack, findFullCount } from './throttle-queries.ts';
import { createHash } from 'node:crypto';
import { networkOf } from '../http/network-of.ts';
import { REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import { ApiError } from '../api-error.ts';
import type { EpochMillis } from '@portage/contract/time';
import type { Database } from '../db/database.ts';
import { DAY, HOUR, MINUTE } from '../durations.ts';

/** Attempts within a period of `span` milliseconds. */
interface ThrottleLimit {
  /** For one account. Far above `accountFromAddress`, so that strangers cannot lock a user out. */
  account: number;
  /** For one account from one network address or known device. */
  accountFromAddress?: number;
  /** From one network address, which an office may share. */
  address: number;
  span: number;
}

/**
 * Limits by action. A right password or code gives its attempt back. The account of `user-creation` and
 * `logo-preview` is the merchant, that of `sign-up` and `contact` an e-mail address, and that of
 * `contact-token` the token of a form, which is good for one request.
 */
const throttleLimits = {
  'sign-in': { account: 100, accountFromAddress: 10, address: 100, span: 15 * MINUTE },
  'reset-request': { account: 20, accountFromAddress: 5, address: 30, span: HOUR },
  'reset-confirmation': { account: 30, accountFromAddress: 10, address: 50, span: HOUR },
  'password-change': { account: 20, accountFromAddress: 10, address: 100, span: 15 * MINUTE },
  'second-factor': { account: 10, accountFromAddress: 10, address: 100, span: 15 * MINUTE },
  'second-factor-key': { account: 1000, accountFromAddress: 20, address: 100, span: 15 * MINUTE },
  'user-creation': { account: 20, address: 100, span: HOUR },
  'sign-up': { account: 5, address: 20, span: HOUR },
  'logo-preview': { account: 60, address: 200, span: HOUR },
  'contact-token': { account: 1, address: 1_000_000, span: DAY },
  'reset-repeat': { account: 1, address: 1_000_000, span: 30_000 },
  contact: { account: 5, address: 20, span: HOUR },
} as const satisfies Record<string, ThrottleLimit>;

type ThrottledAction = keyof typeof throttleLimits;

/** Limits of requests for things that do not exist, by network address. */
const missLimits = {
  /** Unknown numbers at the tracking site. */
  tracking: { address: 30, span: 15 * MINUTE },
  /** Unknown refresh tokens and challenges. */
  'session-token': { address: 100, span: 15 * MINUTE },
  /** Unknown ShipStation keys; the platform calls for every merchant from a few addresses. */
  'shipstation-key': { address: 300, span: 15 * MINUTE },
} as const satisfies Record<string, Pick<ThrottleLimit, 'address' | 'span'>>;

type MissedAction = keyof typeof missLimits;

/** An attempt for an account from a network address. */
export interface Attempt {
  /** A username, or the id of the merchant where it is the merchant who may not do more. */
  account: string;
  address: string;
  /** The hash of the device, if the account has signed in on it before. */
  knownDevice?: Buffer | undefined;
}

/** Hashes keys, so that the table holds no names or addresses. */
const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest();

/** Under which key the attempts of an account are counted. */
const accountKey = (action: ThrottledAction, account: string) => hashOf(action, 'account', account);

/** Under which key the attempts from an address are counted. */
const addressKey = (action: ThrottledAction | MissedAction, address: string) =>
  hashOf(action, 'address', networkOf(address));

/** A count that an attempt throws. `isOwn` for that of its account from its address or known device. */
interface Count {
  key: Buffer;
  most: number;
  isOwn: boolean;
}

/**
 * The counts that an attempt throws. A device that is known to the account has one of its own and throws
 * no others, so that attempts from elsewhere never lock it out.
 */
function countsOf(action: ThrottledAction, { account, address, knownDevice }: Attempt): Count[] {
  const limit: ThrottleLimit = throttleLimits[action];
  const most = limit.accountFromAddress;
  if (knownDevice && most !== undefined) {
    const key = hashOf(action, 'device', account, knownDevice.toString('base64'));
    return [{ key, most, isOwn: true }];
  }
  const counts = [
    { key: accountKey(action, account), most: limit.account, isOwn: false },
    { key: addressKey(action, address), most: limit.address, isOwn: false },
  ];
  if (most === undefined) return counts;
  const key = hashOf(action, 'account-from-address', account, networkOf(address));
  return [...counts, { key, most, isOwn: true }];
}

/** Seconds to wait, and the count that is full. */
export interface Throttled {
  /** In how many seconds it may be. */
  seconds: number;
  /** True for the first attempt that is refused since the last one that was not. */
  isFirst: boolean;
}

/**
 * Counts an attempt before it is made, for its account, its address and both together, or for the device
 * that is known to the account, so that attempts at the same moment do not share the last one. Says when to come back if there have been too many.
 */
export async function takeAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  action: ThrottledAction,
  attempt: Attempt,
): Promise<Throttled | undefined> {
  const now = clock.now();
  const endsAt = now + throttleLimits[action].span;
  const slots = countsOf(action, attempt).map(({ key, most }) => ({ key, most, endsAt }));
  const full = await takeSlots(db, slots, now);
  if (full.length === 0) return undefined;
  const resetsAt = Math.max(...full.map((count) => count.resetsAt));
  return {
    seconds: Math.ceil((resetsAt - now) / 1000),
    isFirst: full.some((count) => count.isFirst),
  };
}

/** Uncounts an attempt that was never made, such as one for which the server was too busy. */
export function giveAttemptBack(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  attempt: Attempt,
): Promise<void> {
  const one = countsOf(action, attempt).map(({ key }) => key);
  return giveSlotsBack(db, { one, all: [] });
}

/**
 * Uncounts an attempt that was right, and forgives the account those before that were not, as far as
 * they came from the same address or known device.
 */
export function forgiveAttempts(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  attempt: Attempt,
): Promise<void> {
  const counts = countsOf(action, attempt);
  const keysOf = (isOwn: boolean) =>
    counts.filter((count) => count.isOwn === isOwn).map(({ key }) => key);
  return giveSlotsBack(db, { one: keysOf(false), all: keysOf(true) });
}

/**
 * Forgives an account all its attempts, from the address and device at hand and in total, for what was
 * not one itself; the address keeps its count.
 */
export function forgiveAccount(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  attempt: Attempt,
): Promise<void> {
  const own = [attempt, { ...attempt, knownDevice: undefined }]
    .flatMap((one) => countsOf(action, one))
    .filter(({ isOwn }) => isOwn);
  const all = [accountKey(action, attempt.account), ...own.map(({ key }) => key)];
  return giveSlotsBack(db, { one: [], all });
}

/** A wait in words: in seconds below a minute, otherwise in minutes, rounded up. */
export function waitInWords(seconds: number): Translated {
  const [amount, unit] =
    seconds < 60 ? ([seconds, 'second'] as const) : ([Math.ceil(seconds / 60), 'minute'] as const);
  const say = (locale: Locale) =>
    amount.toLocaleString(REGIONAL_LOCALE[locale], { style: 'unit', unit, unitDisplay: 'long' });
  return { en: say('en'), fr: say('fr') };
}

/** Tried too often; may be retried in `seconds`. */
export const tooManyAttempts = (seconds: number) =>
  new ApiError('too_many_attempts', { wait: waitInWords(seconds), retryAfter: seconds });

/** The most addresses that a process remembers at once. */
const MOST_REMEMBERED = 10_000;

/** Remembers full counts by database and key: a waiting caller costs no query. */
const fullUntil = new WeakMap<Database, Map<string, EpochMillis>>();

function remember(db: Database, key: Buffer, resetsAt: EpochMillis): void {
  const known = fullUntil.get(db);
  const counts = known && known.size < MOST_REMEMBERED ? known : new Map<string, EpochMillis>();
  fullUntil.set(db, counts.set(key.toString('base64'), resetsAt));
}

const secondsUntil = (timestamp: EpochMillis, now: EpochMillis) =>
  Math.ceil((timestamp - now) / 1000);

/** Seconds until an address may ask again; undefined when it may now. Reads only. */
export async function waitAfterMisses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  action: MissedAction,
  address: string,
): Promise<number | undefined> {
  const now = clock.now();
  const most = missLimits[action].address;
  const key = addressKey(action, address);
  const known = fullUntil.get(db)?.get(key.toString('base64')) ?? 0;
  if (known > now) return secondsUntil(known, now);
  const resetsAt = await findFullCount(db, { key, most, now });
  if (resetsAt === undefined) return undefined;
  remember(db, key, resetsAt);
  return secondsUntil(resetsAt, now);
}

/** Counts that an address asked for what is not there. Says when to come back once that was too often. */
export async function countMiss(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  action: MissedAction,
  address: string,
): Promise<Throttled | undefined> {
  const now = clock.now();
  const { address: most, span } = missLimits[action];
  const slot = { key: addressKey(action, address), most, endsAt: now + span };
  const [full] = await takeSlots(db, [slot], now);
  if (!full) return undefined;
  remember(db, slot.key, full.resetsAt);
  return { seconds: secondsUntil(full.resetsAt, now), isFirst: full.isFirst };
}
