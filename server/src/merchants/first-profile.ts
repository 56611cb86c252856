import type { Address } from '@portage/contract/addresses/address';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { Weekday } from '@portage/contract/time';
import { timeZoneOf } from '@portage/contract/time-zone';

export { insertMerchant as createMerchant } from './merchant-queries.ts';

export interface FirstDetails {
  id: string;
  name: string;
  language: Merchant['language'];
  /** The main location; decides the time zone. */
  location: Pick<Address, 'street' | 'unit' | 'city' | 'province' | 'postalCode' | 'country'>;
}

/** The same hours on each of its days. */
export const weekOf = (
  deliveryDays: readonly Weekday[],
  {
    pickupDays = deliveryDays,
    deliveryWindow = { timeStart: '09:00', timeEnd: '21:00' },
    cutoffTime = '08:00',
  } = {},
): Pick<Merchant, 'deliveryConstraintsByWeek' | 'pickupConstraintsByWeek'> => ({
  deliveryConstraintsByWeek: {
    usuals: deliveryDays.map((weekday) => ({ weekday, deliveryWindow, cutoffTime })),
    exceptions: [],
  },
  pickupConstraintsByWeek: {
    usuals: pickupDays.map((weekday) => ({
      weekday,
      cutoffTime: '13:00',
      pickupWindow: { timeStart: '13:30', timeEnd: '15:30' },
    })),
  },
});

/** Until support agrees on others. */
const WORKING_DAYS = Weekday.options.slice(0, 5);

/** Makes the profile of new merchants, also in demos and tests. */
export const firstProfile = ({ id, name, language, location }: FirstDetails): Merchant => ({
  id,
  name,
  language,
  timeZone: timeZoneOf(location),
  merchantLocation: location,
  additionalLocations: [],
  orderTags: [],
  phoneOptional: false,
  apiRequestMappings: [],
  merchantDisplayLogoUrls: [],
  ...weekOf(WORKING_DAYS),
  locationPricing: { pricingRows: [] },
});
