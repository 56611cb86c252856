import { z } from 'zod';
import { Country, PostalCode } from './postal-code.ts';
import { requiredText, text } from '../text.ts';

/** A point on the Earth in decimal degrees (WGS 84). */
export const GeoPoint = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
export type GeoPoint = z.infer<typeof GeoPoint>;

/** Two letters of a Canadian province or US state. */
const Province = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'provinceInvalid');

/** A postal address (spec 1 §3). `number` and `location` are filled by geocoding. */
export const Address = z
  .object({
    number: text(20).optional().describe('House number, when it is known apart from the street.'),
    street: requiredText(200).describe('Street with its house number.'),
    unit: text(50).optional().describe('Apartment, suite or unit.'),
    city: requiredText(100).describe('City or town.'),
    province: Province.describe('Two letters of the province or state.'),
    postalCode: PostalCode,
    country: Country.describe('Canada or the United States.'),
    sublocality: text(100).optional().describe('Borough or district, when the geocoder knows it.'),
    location: GeoPoint.optional().describe('Where it is on the map, once located.'),
    locationNote: z
      .literal('PLACES_UNAVAILABLE')
      .optional()
      .describe('Set when only its postal code was located, since the places service failed.'),
  })
  .meta({ id: 'Address' });
export type Address = z.infer<typeof Address>;

/** False for units such as `Apt 3` or `Dock 2`. */
export function isBareUnit(unit: string): boolean {
  return /^(\p{L}?-?\d+\p{L}?|\p{L})$/u.test(unit);
}

/** The dto form (spec 1 §3), as the merchant gave it. */
export const DtoAddress = Address.extend({
  isBusinessAddress: z.boolean().default(false).describe('A business and not a home.'),
}).meta({ id: 'DtoAddress' });
export type DtoAddress = z.infer<typeof DtoAddress>;
