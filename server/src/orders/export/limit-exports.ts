import { ApiError } from '../../api-error.ts';
import { placesUnderWay } from '../../throttle/places-under-way.ts';

/**
 * Counts the exports under way, so that they leave the processor and the database to others. Raises
 * `too_many_exports`.
 */
export const exportPlaces = () =>
  placesUnderWay({ ofAMerchant: 2, ofAll: 10, error: () => new ApiError('too_many_exports') });
