import { createHash } from 'node:crypto';
import { networkOf } from './network-of.ts';
import type { MissedAction, ThrottledAction } from './throttle-limits.ts';

/** Who tries something: for which account, from which network address. */
export interface Attempt {
  /** A username, or the id of the merchant where it is the merchant who may not do more. */
  account: string;
  address: string;
}

/** The table of counts tells nobody's name or address: keys are stored as hashes. */
const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest();

/** Under which key the attempts of an account are counted. */
export const accountKey = (action: ThrottledAction, account: string) =>
  hashOf(action, 'account', account);

/** Under which key the attempts from an address are counted. */
export const addressKey = (action: ThrottledAction | MissedAction, address: string) =>
  hashOf(action, 'address', networkOf(address));
