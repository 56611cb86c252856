import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cellsBelow,
  importColumns,
  orderDetailsColumns,
  orderPackagesColumns,
  columnOfHeader,
  fileOfHeaders,
  matchHeaders,
} from './import-columns.ts';

test('the files have 24 and 9 columns', () => {
  expect([orderDetailsColumns.length, orderPackagesColumns.length]).toEqual([24, 9]);
});

test('every column is found by its own name in any case, order and punctuation', () => {
  for (const file of ['orderDetails', 'orderPackages'] as const) {
    fc.assert(
      fc.property(fc.shuffledSubarray([...importColumns[file]]), (columns) => {
        const headers = columns.map((column) => ` ${column.toUpperCase().replaceAll('_', ' ')} `);
        expect(matchHeaders(file, headers)).toEqual({ columns, duplicates: [] });
      }),
    );
  }
});

test.each([
  ['Nom du destinataire', 'recipient_name'],
  ['COURRIEL', 'recipient_email'],
  ['Code postal', 'recipient_postal_code'],
  ['Zip Code', 'recipient_postal_code'],
  ['N° de commande', 'order_ref_number'],
  ['Order #', 'order_ref_number'],
  ['Nombre de colis', 'package_count'],
  ['Adresse d’origine', 'origin_street'],
  ['Marque', 'merchant_display_name'],
  ['Favourite colour', undefined],
])('%s heads %s', (header, column) => {
  expect(columnOfHeader('orderDetails', header)).toBe(column);
});

test.each([
  ['Poids', 'package_weight'],
  ['Unité de poids', 'package_weight_unit'],
  ['Hauteur', 'package_height'],
  ['Tracking', 'package_tracking_number'],
])('%s heads %s of packages', (header, column) => {
  expect(columnOfHeader('orderPackages', header)).toBe(column);
});

test('of two headers for one column its own name wins, and the other is named', () => {
  expect(matchHeaders('orderDetails', ['Reference', 'order_ref_number', 'City'])).toEqual({
    columns: [undefined, 'order_ref_number', 'recipient_city'],
    duplicates: ['order_ref_number'],
  });
});

const SHOPIFY =
  'Name,Email,Shipping,Total,Shipping Method,Lineitem quantity,Lineitem name,Billing Name,Billing Address1,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Id,Phone,Shipping Province Name';
const WOOCOMMERCE =
  'Order Number,Order Date,Customer Note,First Name (Billing),Last Name (Billing),Address 1&2 (Billing),City (Billing),Postcode (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),State Code (Shipping),Postcode (Shipping),Country Code (Shipping),SKU,Name,Quantity,Order Total Amount';
const ETSY =
  'Sale Date,Order ID,Buyer User ID,Full Name,First Name,Last Name,Number of Items,Street 1,Street 2,Ship City,Ship State,Ship Zipcode,Ship Country,Order Total,Buyer';
const AMAZON =
  'order-id,order-item-id,buyer-email,buyer-name,buyer-phone-number,quantity-purchased,recipient-name,ship-address-1,ship-address-2,ship-city,ship-state,ship-postal-code,ship-country,ship-phone-number';
const EBAY =
  'Order Number,Buyer Username,Buyer Name,Buyer Address 1,Buyer City,Buyer Zip,Ship To Name,Ship To Phone,Ship To Address 1,Ship To Address 2,Ship To City,Ship To State,Ship To Zip,Ship To Country,Quantity';
const WIX =
  'Order number,Contact email,Note from customer,Qty,Recipient name,Recipient phone,Delivery country,Delivery state,Delivery state name,Delivery city,Delivery address,Delivery zip/postal code,Billing name,Billing phone,Delivery country,Delivery state,Delivery city,Delivery address,Delivery zip/postal code,Total';
const BIGCOMMERCE =
  'Order ID,Order Total,Customer Name,Customer Email,Customer Phone,Order Notes,Customer Message,Billing Name,Shipping Name,Shipping First Name,Shipping Last Name,Shipping Street 1,Shipping Street 2,Shipping Suburb,Shipping State,Shipping Zip,Shipping Country,Shipping Phone,Shipping Email';

const address = (before: string, parts: string) => parts.split(',').map((part) => before + part);

test.each([
  [
    'Shopify',
    SHOPIFY,
    [
      ...['Name', 'Email', 'Shipping Method'],
      ...address('Shipping ', 'Name,Address1,Address2,City,Zip,Province,Country,Phone'),
      'Notes',
    ],
  ],
  [
    'WooCommerce',
    WOOCOMMERCE,
    [
      ...['Order Number', 'Customer Note', 'Email (Billing)', 'Phone (Billing)'],
      ...['First Name (Shipping)', 'Last Name (Shipping)', 'Address 1&2 (Shipping)'],
      ...['City (Shipping)', 'State Code (Shipping)', 'Postcode (Shipping)'],
      'Country Code (Shipping)',
    ],
  ],
  [
    'Etsy',
    ETSY,
    [
      ...['Order ID', 'Full Name', 'Street 1', 'Street 2'],
      ...address('Ship ', 'City,State,Zipcode,Country'),
    ],
  ],
  [
    'Amazon',
    AMAZON,
    [
      ...['order-id', 'buyer-email', 'recipient-name'],
      ...address('ship-', 'address-1,address-2,city,state,postal-code,country,phone-number'),
    ],
  ],
  [
    'eBay',
    EBAY,
    [
      'Order Number',
      ...address('Ship To ', 'Name,Phone,Address 1,Address 2,City,State,Zip,Country'),
    ],
  ],
  [
    'Wix',
    WIX,
    [
      ...['Order number', 'Contact email', 'Note from customer', 'Recipient name'],
      ...['Recipient phone', 'Delivery country', 'Delivery state', 'Delivery city'],
      ...['Delivery address', 'Delivery zip/postal code'],
    ],
  ],
  [
    'BigCommerce',
    BIGCOMMERCE,
    [
      ...['Order ID', 'Customer Message'],
      ...address('Shipping ', 'Name,Street 1,Street 2,Suburb,State,Zip,Country,Phone,Email'),
    ],
  ],
])('an export of %s is matched to where it ships, not to the buyer', (_, line, expected) => {
  const headers = line.split(',');
  const { columns } = matchHeaders('orderDetails', headers);
  expect(headers.filter((_header, index) => columns[index] !== undefined)).toEqual(expected);
  expect(columns[headers.indexOf(expected[0] ?? '')]).toBe('order_ref_number');
});

test('the name of an order is its reference, beside the name of its recipient', () => {
  const { columns, duplicates } = matchHeaders('orderDetails', SHOPIFY.split(','));
  expect([columns[0], duplicates]).toEqual(['order_ref_number', []]);
  expect(matchHeaders('orderPackages', SHOPIFY.split(',')).columns[0]).toBe('order_ref_number');
});

test.each([
  ['Prénom,Nom', ['recipient_name', 'recipient_name']],
  ['Prénom,Nom du destinataire', ['recipient_name', 'recipient_name']],
  ['First name,Shipping last name', ['recipient_name', 'recipient_name']],
  ['Prénom du client,Nom du client', ['recipient_name', 'recipient_name']],
  ['Nom du client,Adresse', ['recipient_name', 'recipient_street']],
  ['Nom et prénom', ['recipient_name']],
  ['Order notes', ['notes']],
  [
    'Nom,Adresse de facturation,Adresse de livraison',
    ['recipient_name', undefined, 'recipient_street'],
  ],
  ['Billing phone,Phone', [undefined, 'recipient_phone']],
  ['from_zip,to_zip', ['origin_postal_code', 'recipient_postal_code']],
])('%s are told apart', (line, columns) => {
  expect(matchHeaders('orderDetails', line.split(','))).toEqual({ columns, duplicates: [] });
});

test.each([
  ['Weight (oz)', 'oz', 'package_weight', 'package_weight_unit'],
  ['Total Weight in Oz', 'Oz', 'package_weight', 'package_weight_unit'],
  ['Poids (kg)', 'kg', 'package_weight', 'package_weight_unit'],
  ['Longueur (po)', 'po', 'package_length', 'package_dimension_unit'],
] as const)('%s names the unit %s', (header, unit, column, unitColumn) => {
  const { columns } = matchHeaders('orderPackages', [header]);
  const read = cellsBelow([header], columns);
  expect(read(['12'])).toEqual({ [column]: '12', [unitColumn]: unit });
  expect(read(['12 lb'])).toEqual({ [column]: '12 lb' });
  expect(cellsBelow([header, 'Unit'], [column, unitColumn])(['12', 'kg'])).toEqual({
    [column]: '12',
    [unitColumn]: 'kg',
  });
  expect(cellsBelow([header, 'Unit'], [column, unitColumn])(['12', ' '])).toMatchObject({
    [unitColumn]: unit,
  });
  expect(read(['0.0'])).toEqual({ [column]: '0.0' });
});

test('headers tell which of the files they belong to', () => {
  expect(fileOfHeaders(orderDetailsColumns)).toBe('orderDetails');
  expect(fileOfHeaders(orderPackagesColumns)).toBe('orderPackages');
  expect(fileOfHeaders(['Commande', 'Poids', 'Longueur'])).toBe('orderPackages');
  expect(fileOfHeaders(['a', 'b'])).toBeUndefined();
});

// Took minutes when each header was compared with all.
test('of many headers with one name the first counts', () => {
  const { columns, duplicates } = matchHeaders(
    'orderDetails',
    Array<string>(20_000).fill('Recipient name'),
  );
  expect(columns.filter((column) => column !== undefined)).toEqual(['recipient_name']);
  expect(columns[0]).toBe('recipient_name');
  expect(duplicates).toEqual(['recipient_name']);
});

test('a first name alone is no recipient', () => {
  expect(matchHeaders('orderDetails', ['First name', 'City']).columns).toEqual([
    undefined,
    'recipient_city',
  ]);
});

test('a header that names its party leaves nothing unclear', () => {
  const { columns, duplicates } = matchHeaders('orderDetails', [
    'Phone',
    'Mobile',
    'Shipping phone',
  ]);
  expect(columns).toEqual([undefined, undefined, 'recipient_phone']);
  expect(duplicates).toEqual([]);
});
