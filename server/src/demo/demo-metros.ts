import { findServiceArea } from '../rates/service-area.ts';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';

/** Codes of the metro areas. */
// prettier-ignore
export const METROS = [
  'TOR', 'OTT', 'MTL', 'QUE', 'VAN', 'CGY', 'EDM', 'WPG', 'HFX', 'WDS', 'BUF', 'DET', 'SEA',
] as const;

/** Code of a metro area of the tariff that comes with Portage; demo data is made of them. */
export type Metro = (typeof METROS)[number];

/** The metro area of a postal code; undefined outside all of them. */
export function metroOf(postalCode: string): Metro | undefined {
  const code = findServiceArea(shippedTariff(), postalCode)?.metro;
  return METROS.find((metro) => metro === code);
}
