import { createHash } from 'node:crypto';
import { networkOf } from '../http/network-of.ts';
import {
  type MissedAction,
  type ThrottledAction,
  type ThrottleLimit,
  throttleLimits,
} from './throttle-limits.ts';

/** Who tries something: for which account, from which network address. */
export interface Attempt {
  /** A username, or the id of the merchant where it is the merchant who may not do more. */
  account: string;
  address: string;
  /** The hash of the device, if the account has signed in on it before. */
  knownDevice?: Buffer | undefined;
}

/** The table of counts tells nobody's name or address: keys are stored as hashes. */
const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest();

/** Under which key the attempts of an account are counted. */
export const accountKey = (action: ThrottledAction, account: string) =>
  hashOf(action, 'account', account);

/** Under which key the attempts from an address are counted. */
export const addressKey = (action: ThrottledAction | MissedAction, address: string) =>
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
export function countsOf(
  action: ThrottledAction,
  { account, address, knownDevice }: Attempt,
): Count[] {
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
