import type { ApiError } from '../api-error.ts';

interface PlaceLimits {
  /** In this process. */
  ofAMerchant: number;
  /** None when absent. */
  ofAll?: number;
  error: () => ApiError;
}

/** Limits concurrent work, to leave room to other merchants. Throws `error` when full. */
export function placesUnderWay({ ofAMerchant, ofAll = Infinity, error }: PlaceLimits) {
  const taken: string[] = [];
  return (merchantId: string): { giveBack: () => void } => {
    const own = taken.filter((one) => one === merchantId).length;
    if (own >= ofAMerchant || taken.length >= ofAll) throw error();
    taken.push(merchantId);
    return { giveBack: () => void taken.splice(taken.indexOf(merchantId), 1) };
  };
}
