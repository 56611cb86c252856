import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import {
  type ImportFile,
  importColumns,
  type OrderDetailsRow,
  type OrderPackagesRow,
} from '@portage/contract/import-columns';

/** What a template is called when it is saved (spec 2 §2). */
export const templateNames = {
  orderDetails: 'template.csv',
  orderPackages: 'template-packages.csv',
} as const satisfies Record<ImportFile, string>;

/** Two orders that show what goes where: one with every column, one with those that are needed. */
const EXAMPLES: {
  orderDetails: readonly OrderDetailsRow[];
  orderPackages: readonly OrderPackagesRow[];
} = {
  orderDetails: [
    {
      order_ref_number: 'EXAMPLE-1001',
      recipient_name: 'Camille Tremblay',
      recipient_email: 'camille@example.com',
      recipient_phone: '+15145550123',
      recipient_notes: 'Buzzer 12',
      recipient_street: '1200 rue Sherbrooke Ouest',
      recipient_unit: 'Apt 4',
      recipient_city: 'Montréal',
      recipient_province: 'QC',
      recipient_postal_code: 'H3A 1H6',
      recipient_country: 'CA',
      is_recipient_address_a_business: 'no',
      package_count: 2,
      service: 'STANDARD',
      delivery_service: 'TO_THE_DOOR',
      notes: 'Fragile',
    },
    {
      order_ref_number: 'EXAMPLE-1002',
      recipient_name: 'Ada Nguyen',
      recipient_phone: '+14165550123',
      recipient_street: '100 Queen Street West',
      recipient_city: 'Toronto',
      recipient_province: 'ON',
      recipient_postal_code: 'M5H 2N2',
      recipient_country: 'CA',
      is_recipient_address_a_business: 'yes',
      package_count: 1,
      service: 'STANDARD',
    },
  ],
  orderPackages: [
    ...[2.5, 4].map((package_weight, index) => ({
      order_ref_number: 'EXAMPLE-1001',
      package_ref_number: `BOX-${index + 1}`,
      package_weight,
      package_weight_unit: 'lb',
      package_length: 12,
      package_width: 9,
      package_height: 6,
      package_dimension_unit: 'inch',
    })),
    {
      order_ref_number: 'EXAMPLE-1002',
      package_weight: 1.2,
      package_weight_unit: 'kg',
      package_length: 30,
      package_width: 20,
      package_height: 10,
      package_dimension_unit: 'cm',
    },
  ],
};

/** The CSV template of a file: its columns and example rows. */
export function templateCsv(file: ImportFile): string {
  const columns = importColumns[file];
  const rows: readonly Readonly<Record<string, string | number | boolean | null | undefined>>[] =
    EXAMPLES[file];
  const lines = rows.map((row) => csvLine(columns.map((column) => row[column] ?? undefined)));
  return [BYTE_ORDER_MARK, csvLine(columns), ...lines].join('');
}
