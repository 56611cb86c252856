import { tooManyExports } from '../../refusals.ts';
import { merchantPlaces } from '../../throttle/merchant-places.ts';

/**
 * Counts the exports under way, so that they leave the processor and the database to others. Raises
 * `tooManyExports`.
 */
export const exportPlaces = () =>
  merchantPlaces({ ofAMerchant: 2, ofAll: 10, refusal: tooManyExports });
