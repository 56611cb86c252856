import { type Address, sortationPrefix } from './addresses/address.ts';

const zonesOf = (byZone: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(byZone).flatMap(([zone, codes]) =>
      codes.split(' ').map((code) => [code, zone] as const),
    ),
  );

/** Gives the zone in which most of a province lives (IANA tz database). */
export const TIME_ZONE_OF_PROVINCE = zonesOf({
  'America/St_Johns': 'NL',
  'America/Halifax': 'NS PE',
  'America/Moncton': 'NB',
  'America/Toronto': 'ON QC',
  'America/Winnipeg': 'MB',
  'America/Regina': 'SK',
  'America/Edmonton': 'AB',
  'America/Vancouver': 'BC',
  'America/Whitehorse': 'YT',
  'America/Yellowknife': 'NT',
  'America/Iqaluit': 'NU',
  'America/New_York': 'CT DC DE FL GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Detroit': 'MI',
  'America/Indiana/Indianapolis': 'IN',
  'America/Kentucky/Louisville': 'KY',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO MT NM UT WY',
  'America/Boise': 'ID',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
  'Pacific/Pago_Pago': 'AS',
});

/** FSAs and ZIP3 areas whose clock differs from their province's. */
export const TIME_ZONE_OF_PREFIX = zonesOf({
  'America/Winnipeg': 'P0V P0W P0X P0Y P8N P8T P9A P9N',
  'America/Halifax': 'G4T',
  'America/Goose_Bay': 'A0P',
  'America/Dawson_Creek': 'V1G V1J V0C',
  'America/Edmonton': 'V0A V0B V1A V1C',
  'America/Menominee': '498',
  'America/New_York': '373 374 376 377 378 379',
  'America/Chicago': '324 325 420 421 422 423 424 463 464 476 477',
  'America/Denver': '577 799 885 693',
  'America/Los_Angeles': '835 838',
});

const FALLBACK = { CA: 'America/Toronto', US: 'America/New_York' } as const;

/** IANA zone, exact in the served areas; elsewhere that of most people of the province. */
export function timeZoneOf({
  province,
  postalCode,
  country,
}: Pick<Address, 'province' | 'postalCode' | 'country'>): string {
  const prefix = sortationPrefix(postalCode);
  return (
    TIME_ZONE_OF_PREFIX.get(prefix) ?? TIME_ZONE_OF_PROVINCE.get(province) ?? FALLBACK[country]
  );
}

type ZonedAddress = Parameters<typeof timeZoneOf>[0];

/** Returns the delivery's zone; for cutoffs, the pickup's. */
export function orderTimeZone(
  order: { readonly recipientAddress: ZonedAddress; readonly originAddress: ZonedAddress },
  of: 'delivery' | 'cutoff' = 'delivery',
): string {
  return timeZoneOf(of === 'cutoff' ? order.originAddress : order.recipientAddress);
}
