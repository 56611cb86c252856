import {
  onlyProvinceOf,
  readCountry,
  readPostalCode,
  readProvince,
} from './import-address-cells.ts';
import { readYesNo } from './import-cells.ts';
import type { OrderDetailsColumn } from './import-columns.ts';
import type { RowReader } from './import-row-reader.ts';
import { countryOfPostalCode } from './postal-code.ts';

const yesNo = (value: boolean) => (value ? 'yes' : 'no');

/**
 * Reads the address of the recipient or the origin from its cells, for a schema to check. Country and
 * province follow from the postal code when their cells are empty.
 */
export function readAddress(reader: RowReader<OrderDetailsColumn>, party: 'recipient' | 'origin') {
  const province = reader.value(`${party}_province`, readProvince);
  const postalCode = reader.value(`${party}_postal_code`, (text) => readPostalCode(text, province));
  const written = reader.value(`${party}_country`, readCountry);
  const countryOfCode = postalCode && countryOfPostalCode(postalCode);
  if (!written && countryOfCode && reader.isEmpty(`${party}_country`)) {
    reader.correct(`${party}_country`, 'countryFromPostalCode', countryOfCode);
  }
  if (written && countryOfCode && written !== countryOfCode) {
    reader.problem(`${party}_country`, 'countryPostalMismatch', { postalCode, value: written });
  }
  const expected = postalCode && onlyProvinceOf(postalCode);
  if (expected && !province && reader.isEmpty(`${party}_province`)) {
    reader.correct(`${party}_province`, 'provinceFromPostalCode', expected);
  }
  if (expected && province && province !== expected) {
    const values = { postalCode, expected, value: province };
    reader.problem(`${party}_province`, 'provincePostalMismatch', values);
  }
  const business = `is_${party}_address_a_business` as const;
  return {
    street: reader.text(`${party}_street`),
    unit: reader.text(`${party}_unit`),
    city: reader.text(`${party}_city`),
    province: province ?? expected,
    postalCode,
    country: written ?? countryOfCode,
    isBusinessAddress: reader.value(business, readYesNo, yesNo),
  };
}
