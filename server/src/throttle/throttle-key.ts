import { createHash } from 'node:crypto';
import { networkOf } from './network-of.ts';
import type { ThrottledAction } from './throttle-limits.ts';

/** Who tries something: for which account, from which network address. */
export interface Attempt {
  username: string;
  address: string;
}

/** The table of counts tells nobody's name or address: keys are stored as hashes. */
const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest();

/** Under which key the attempts of an account are counted. */
export const accountKey = (action: ThrottledAction, username: string) =>
  hashOf(action, 'account', username);

/** Under which key the attempts from an address are counted. */
export const addressKey = (action: ThrottledAction, address: string) =>
  hashOf(action, 'address', networkOf(address));
