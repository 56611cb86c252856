import type { CallLimits } from '../http/call-limits.ts';

const PLENTY = 1e9;

/** Limits that no test reaches. */
export const plentifulLimits: CallLimits = {
  openConnections: PLENTY,
  atOnce: PLENTY,
  atOnceOfAMerchant: PLENTY,
  atOnceOfACredential: PLENTY,
  publicAtOnce: PLENTY,
  publicAtOnceOfAnAddress: PLENTY,
  streamsOfACredential: PLENTY,
  ofAMerchant: PLENTY,
  ofACredential: PLENTY,
  ofAnAddress: PLENTY,
};
