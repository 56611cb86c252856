import { hash } from 'node:crypto';
import type { ErrorCode } from '@portage/contract/errors';
import { REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import { type EpochMillis, DAY, HOUR, MINUTE } from '@portage/contract/time';
import { ApiError, isApiError } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { networkOf } from '../http/network-of.ts';
import { takeSlots, giveSlotsBack, findFullCount } from './throttle-queries.ts';

/** `span` is in milliseconds. */
interface ThrottleLimit {
  /** Far above `accountFromAddress`, so that strangers cannot lock a user out. */
  account: number;
  /** Limits one address or known device. */
  accountFromAddress?: number;
  /** An office may share it. */
  address: number;
  span: number;
}

/**
 * A right password or code gives its attempt back. Accounts: merchants for `user-creation` and
 * `logo-preview`, e-mails for `sign-up` and `contact`, one-time tokens for `contact-token`.
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

/** Requests for missing things, by address. */
const missLimits = {
  /** At the tracking site. */
  tracking: { address: 30, span: 15 * MINUTE },
  /** Refresh tokens and challenges. */
  'session-token': { address: 100, span: 15 * MINUTE },
  /** The platform calls for every merchant from a few addresses. */
  'shipstation-key': { address: 300, span: 15 * MINUTE },
} as const satisfies Record<string, Pick<ThrottleLimit, 'address' | 'span'>>;

type MissedAction = keyof typeof missLimits;

export interface Attempt {
  /** A username, or the id of a limited merchant. */
  account: string;
  address: string;
  /** Hash of a device that the account has signed in on. */
  knownDevice?: Buffer | undefined;
}

/** Hides names and addresses. */
const hashOf = (...parts: string[]) => hash('sha256', parts.join('\n'), 'buffer');

const accountKey = (action: ThrottledAction, account: string) => hashOf(action, 'account', account);

const addressKey = (action: ThrottledAction | MissedAction, address: string) =>
  hashOf(action, 'address', networkOf(address));

/** `isOwn`: of the account from its address or known device. */
interface Count {
  key: Buffer;
  most: number;
  isOwn: boolean;
}

/** Counts a known device separately, so that attempts from elsewhere never lock it out. */
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

export interface Throttled {
  seconds: number;
  /** The first refusal since the last accepted attempt. */
  isFirst: boolean;
}

/** Counts first, so that concurrent attempts do not share the last one. Returns the wait. */
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
    seconds: secondsUntil(resetsAt, now),
    isFirst: full.some((count) => count.isFirst),
  };
}

/** Tells the first refusal to `onFirst`. Throws `too_many_attempts`. */
export async function requireAttempt(
  deps: Pick<Deps, 'db' | 'clock'>,
  action: ThrottledAction,
  attempt: Attempt,
  onFirst?: () => Promise<void>,
): Promise<void> {
  const throttled = await takeAttempt(deps, action, attempt);
  if (throttled?.isFirst) await onFirst?.();
  if (throttled) throw tooManyAttempts(throttled.seconds);
}

interface Guess<Result> {
  run: () => Promise<Result>;
  /** Errors of `run` for a wrong guess; others give the attempt back. */
  wrong: readonly ErrorCode[];
  onWrong: () => Promise<void>;
  onThrottled?: () => Promise<void>;
}

/** Counts wrong guesses. Throws what `run` throws, and `too_many_attempts`. */
export async function limitGuesses<Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  action: ThrottledAction,
  attempt: Attempt,
  { run, wrong, onWrong, onThrottled }: Guess<Result>,
): Promise<Result> {
  await requireAttempt(deps, action, attempt, onThrottled);
  const result = await run().catch(async (error: unknown) => {
    if (isApiError(error, ...wrong)) await onWrong();
    else await giveAttemptBack(deps, action, attempt);
    throw error;
  });
  await forgiveAttempts(deps, action, attempt);
  return result;
}

/** Uncounts an attempt that was never made, such as on a busy server. */
export function giveAttemptBack(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  attempt: Attempt,
): Promise<void> {
  const one = countsOf(action, attempt).map(({ key }) => key);
  return giveSlotsBack(db, { one, all: [] });
}

/** Clears a right attempt, and earlier ones from the same address or device. */
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

/** Clears an account after success elsewhere; the address keeps its count. */
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

/** Seconds below a minute, otherwise minutes, rounded up. */
export function waitInWords(seconds: number): Translated {
  const [amount, unit] =
    seconds < 60 ? ([seconds, 'second'] as const) : ([Math.ceil(seconds / 60), 'minute'] as const);
  const say = (locale: Locale) =>
    amount.toLocaleString(REGIONAL_LOCALE[locale], { style: 'unit', unit, unitDisplay: 'long' });
  return { en: say('en'), fr: say('fr') };
}

/** May be retried in `seconds`. */
export const tooManyAttempts = (seconds: number) =>
  new ApiError('too_many_attempts', { wait: waitInWords(seconds), retryAfter: seconds });

/** Per process. */
const MOST_REMEMBERED = 10_000;

/** Saves a waiting caller's queries. */
const fullUntil = new WeakMap<Database, Map<string, EpochMillis>>();

function remember(db: Database, key: Buffer, resetsAt: EpochMillis): void {
  const known = fullUntil.get(db);
  const counts = known && known.size < MOST_REMEMBERED ? known : new Map<string, EpochMillis>();
  fullUntil.set(db, counts.set(key.toString('base64'), resetsAt));
}

const secondsUntil = (timestamp: EpochMillis, now: EpochMillis) =>
  Math.ceil((timestamp - now) / 1000);

/** Seconds, or undefined; reads only. */
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

/** Throws `too_many_attempts` after too many misses from the address. */
export async function refuseAfterMisses(
  deps: Pick<Deps, 'db' | 'clock'>,
  action: MissedAction,
  address: string,
): Promise<void> {
  const wait = await waitAfterMisses(deps, action, address);
  if (wait !== undefined) throw tooManyAttempts(wait);
}

/** Returns the wait after too many. */
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
