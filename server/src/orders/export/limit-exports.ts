import { tooManyExports } from '../../refusals.ts';
import { placesUnderWay } from '../../throttle/places-under-way.ts';

/**
 * Counts the exports under way, so that they leave the processor and the database to others. Raises
 * `tooManyExports`.
 */
export const exportPlaces = () =>
  placesUnderWay({ ofAMerchant: 2, ofAll: 10, refusal: tooManyExports });
