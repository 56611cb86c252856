import { expect, test } from 'vitest';
import { exampleOrder } from '../testing/example-order.ts';
import { ORDER_CSV_COLUMNS, orderCsvHeader, orderCsvWriter } from './order-csv.ts';
import type { Order } from './orders.ts';

const NOON_IN_TORONTO = Date.UTC(2026, 10, 20, 17);

const address = {
  street: '25 rue Dundas Est',
  city: 'Montréal',
  province: 'QC',
  postalCode: 'H2X 1Y4',
  country: 'CA',
} as const;

const order = exampleOrder({
  id: '019c0000-0000-7000-8000-000000000001',
  trackingNumber: 'PTG7K3WB0Y5QE1',
  createdAt: NOON_IN_TORONTO,
  modified: NOON_IN_TORONTO,
  merchantId: '019c0000-0000-7000-8000-000000000002',
  createdBy: 'zoe@example.com',
  recipient: { name: 'Zoé "Zo" Tremblay', phone: '+15145550142' },
  recipientAddress: { ...address, location: { lat: 45.5, lng: -73.5 } },
  dtoRecipientAddress: { ...address, isBusinessAddress: true },
  originAddress: address,
  dtoOriginAddress: { ...address, isBusinessAddress: false },
  packageCount: 2,
  packages: [
    {
      trackingNumber: 'PTG7K3WB0Y5QE1-1',
      refNumber: 'A',
      weightOptions: { weight: 1.1, unit: 'kg' },
      sizeOptions: { length: 10, width: 8, height: 4, unit: 'cm' },
    },
    { trackingNumber: 'PTG7K3WB0Y5QE1-2', weightOptions: { weight: 2.2, unit: 'kg' } },
  ],
  orderItems: [{ name: 'Pot', sku: 'P-1', quantity: 2 }],
  scanningRequired: true,
  notes: '=HYPERLINK("http://x")',
  customFields: [{ name: 'shop order', value: '#1001' }],
  tags: ['fragile', 'gift'],
});

const names = orderCsvHeader.trimEnd().split(',');

function cellsOf(line: string): Record<string, string> {
  const cells = Array.from(
    line.trimEnd().matchAll(/(?:^|,)("(?:[^"]|"")*"|[^",]*)/g),
    (cell) => cell[1],
  );
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? 'missing']));
}

test('the export has its columns in order', () => {
  expect(names).toEqual(
    [
      'id order_status created_at merchant_id merchant_display_name created_by source delivery_type',
      'ref_number recipient_name recipient_email recipient_phone',
      'recipient_number recipient_street recipient_unit recipient_city',
      'recipient_province recipient_postal_code recipient_country recipient_sublocality',
      'recipient_latitude recipient_longitude recipient_is_business_address',
      'origin_number origin_street origin_unit origin_city origin_province origin_postal_code',
      'origin_country origin_sublocality',
      'origin_latitude origin_longitude origin_is_business_address',
      'package_count package_ref_numbers total_weight weight_unit package_dimensions',
      'service service_name service_description',
      'price estimate_day estimate_from estimate_to',
      'delivery_service complete_after complete_before',
      'original_complete_after original_complete_before',
      'signature_required scanning_required valid_address minimum_age dispatcher',
      'notes failure_notes tags custom_fields order_items',
      'pickup_ready_at out_for_delivery_at delivered_at failed_at modified_at',
    ].flatMap((line) => line.split(' ')),
  );
  expect(names).toHaveLength(ORDER_CSV_COLUMNS);
});

test('a line has a cell for every column', () => {
  expect(cellsOf(orderCsvWriter('America/Toronto', 'en')(order))).toMatchObject({
    id: order.id,
    created_at: '2026-11-20 12:00:00',
    recipient_name: '"Zoé ""Zo"" Tremblay"',
    recipient_phone: '+15145550142',
    recipient_longitude: '-73.5',
    recipient_is_business_address: 'yes',
    origin_is_business_address: 'no',
    package_ref_numbers: 'A',
    total_weight: '3.3',
    weight_unit: 'kg',
    package_dimensions: '10x8x4 cm',
    price: '',
    notes: `"'=HYPERLINK(""http://x"")"`,
    tags: '"fragile; gift"',
    custom_fields: 'shop order: #1001',
    order_items: '2 x Pot (P-1)',
    delivered_at: '',
    modified_at: '2026-11-20 12:00:00',
  });
});

test('timestamps are in the zone of the delivery, daylight saving included', () => {
  const summer = { ...order, createdAt: Date.UTC(2026, 5, 10, 17) };
  expect(cellsOf(orderCsvWriter('America/Toronto', 'en')(summer))['created_at']).toBe(
    '2026-06-10 13:00:00',
  );
});

test.each([
  ['en', 'CST', 'CDT'],
  ['fr', 'HNC', 'HAC'],
] as const)(
  'in %s, a timestamp names its zone where the reader’s clock differs',
  (locale, winter, summer) => {
    const recipientAddress = { ...order.recipientAddress, province: 'MB', postalCode: 'R3C 1A5' };
    const toWinnipeg: Order = {
      ...order,
      recipientAddress,
      deliveredAt: Date.UTC(2026, 5, 10, 17, 5, 9),
      rateChoice: {
        service: 'NEXTDAY',
        name: 'Next day',
        description: 'The day after the order',
        price: 12,
        currency: 'CAD',
        deliveryService: 'TO_THE_DOOR',
        estimateDay: '2026-11-21',
        estimateFrom: '02:00',
        estimateTo: '21:00',
        epochEstimateFrom: Date.UTC(2026, 10, 21, 7),
        epochEstimateTo: Date.UTC(2026, 10, 22, 2),
      },
    };
    expect(cellsOf(orderCsvWriter('America/Toronto', locale)(toWinnipeg))).toMatchObject({
      created_at: `2026-11-20 11:00:00 ${winter}`,
      delivered_at: `2026-06-10 12:05:09 ${summer}`,
      modified_at: `2026-11-20 11:00:00 ${winter}`,
      estimate_day: '2026-11-21',
      estimate_from: `01:00 ${winter}`,
      estimate_to: `20:00 ${winter}`,
    });
    expect(cellsOf(orderCsvWriter('America/Chicago', locale)(toWinnipeg))).toMatchObject({
      created_at: '2026-11-20 11:00:00',
      estimate_to: '20:00',
    });
  },
);

test('packages weighed in both units add up in pounds', () => {
  const [first] = order.packages;
  const packages = first
    ? [first, { ...first, weightOptions: { weight: 1, unit: 'lb' as const } }]
    : [];
  const cells = cellsOf(orderCsvWriter('America/Toronto', 'en')({ ...order, packages }));
  expect([cells['total_weight'], cells['weight_unit']]).toEqual(['3.43', 'lb']);
});
