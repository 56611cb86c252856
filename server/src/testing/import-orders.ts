import { setTimeout } from 'node:timers/promises';
import type { OrderDetailsRow, OrderPackagesRow } from '@portage/contract/imports/import-columns';
import type { OrderImport } from '@portage/contract/imports/imports';
import type { TestMerchant } from './make-merchant.ts';

/** A row of the order details file that becomes an order inside Toronto. */
export const detailsRow = (changes: OrderDetailsRow = {}): OrderDetailsRow => ({
  order_ref_number: 'A-1',
  recipient_name: 'Zoé Tremblay',
  recipient_phone: '416-555-0142',
  recipient_street: '25 Dundas St E',
  recipient_city: 'Toronto',
  recipient_province: 'ON',
  recipient_postal_code: 'M5B 1C6',
  recipient_country: 'CA',
  origin_street: '100 King St W',
  origin_city: 'Toronto',
  origin_province: 'ON',
  origin_postal_code: 'M5X 1A9',
  origin_country: 'CA',
  service: 'NEXTDAY',
  ...changes,
});

export const packageRow = (changes: OrderPackagesRow = {}): OrderPackagesRow => ({
  order_ref_number: 'A-1',
  package_weight: 4,
  package_weight_unit: 'lb',
  package_length: 10,
  package_width: 8,
  package_height: 4,
  package_dimension_unit: 'inch',
  ...changes,
});

export function manyRows(count: number) {
  const references = Array.from({ length: count }, (_, index) => `R-${index + 1}`);
  return {
    orderDetailsCsv: references.map((order_ref_number) => detailsRow({ order_ref_number })),
    orderPackagesCsv: references.map((order_ref_number) => packageRow({ order_ref_number })),
  };
}

/** Waits for the end of an import and of its undo. */
export async function waitUntilImported(merchant: TestMerchant, id: string): Promise<OrderImport> {
  for (;;) {
    const answer = await merchant.call('GET', `/orders/imports/${id}`);
    // Unknown while the database is down.
    if (answer.statusCode !== 503) {
      const found = answer.json<OrderImport>();
      const isUnderWay = ['QUEUED', 'RUNNING'].includes(found.state);
      if (!isUnderWay && found.undo?.state !== 'RUNNING') return found;
    }
    await setTimeout(20);
  }
}
