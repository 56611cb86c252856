import { readFileSync } from 'node:fs';
import path from 'node:path';
import Papa from 'papaparse';
import { z } from 'zod';
import type { Address } from '@portage/contract/addresses/address';
import { METROS, type Metro } from './demo-metros.ts';

/** A stretch of a real street that lies in one FSA or ZIP code. */
export interface DemoStreet extends Pick<Address, 'city' | 'province' | 'country'> {
  readonly street: string;
  /** FSA in Canada, whole ZIP code in the US. */
  readonly postalPrefix: string;
  readonly numbers: readonly [first: number, last: number];
  /** Area code of telephones there. */
  readonly areaCode: string;
}

/** A row of `streets.csv`; streets outside every metro area have none. */
const Row = z.object({
  metro: z.enum(['', ...METROS]),
  city: z.string(),
  province: z.string(),
  area_code: z.string(),
  street: z.string(),
  postal_prefix: z.string(),
  first: z.coerce.number(),
  last: z.coerce.number(),
});

const FILE = path.join(import.meta.dirname, 'streets.csv');

const rows = Row.array().parse(
  Papa.parse(readFileSync(FILE, 'utf8'), { header: true, skipEmptyLines: true }).data,
);

const streetOf = (row: z.infer<typeof Row>): DemoStreet => ({
  city: row.city,
  province: row.province,
  country: /^\d/.test(row.postal_prefix) ? 'US' : 'CA',
  street: row.street,
  postalPrefix: row.postal_prefix,
  numbers: [row.first, row.last],
  areaCode: row.area_code,
});

const streets = new Map(
  ['', ...METROS].map((metro) => [
    metro,
    rows.filter((row) => row.metro === metro).map((row) => streetOf(row)),
  ]),
);

/** Streets in a metro area that Portage serves; a city with more of them gets more orders. */
export const streetsOf = (metro: Metro): readonly DemoStreet[] => streets.get(metro) ?? [];

/** Streets where Portage does not deliver. */
export const UNSERVED_STREETS: readonly DemoStreet[] = streets.get('') ?? [];
