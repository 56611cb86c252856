import { tooManyExports } from '../../refusals.ts';

/** How many exports of one merchant, and of all, this process writes at once. */
const MOST_OF_A_MERCHANT = 2;
const MOST_OF_ALL = 10;

/**
 * Counts the exports under way, so that they leave the processor and the database to others. Each
 * takes its place before it begins, and gives it back at its end. Raises `tooManyExports`.
 */
export function exportPlaces(): (merchantId: string) => { giveBack: () => void } {
  const taken: string[] = [];
  return (merchantId) => {
    const own = taken.filter((one) => one === merchantId).length;
    if (own >= MOST_OF_A_MERCHANT || taken.length >= MOST_OF_ALL) throw tooManyExports();
    taken.push(merchantId);
    return { giveBack: () => void taken.splice(taken.indexOf(merchantId), 1) };
  };
}
