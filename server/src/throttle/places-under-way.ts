import type { ApiError } from '../api-error.ts';

interface PlaceLimits {
  /** Limit per merchant in this process. */
  ofAMerchant: number;
  /** Limit for all merchants; none when absent. */
  ofAll?: number;
  error: () => ApiError;
}

/**
 * Counts what is under way, so that it leaves room to other merchants and to other work. Each takes
 * its place before it begins, and gives it back at its end. Throws the error when there is none.
 */
export function placesUnderWay({ ofAMerchant, ofAll = Infinity, error }: PlaceLimits) {
  const taken: string[] = [];
  return (merchantId: string): { giveBack: () => void } => {
    const own = taken.filter((one) => one === merchantId).length;
    if (own >= ofAMerchant || taken.length >= ofAll) throw error();
    taken.push(merchantId);
    return { giveBack: () => void taken.splice(taken.indexOf(merchantId), 1) };
  };
}
