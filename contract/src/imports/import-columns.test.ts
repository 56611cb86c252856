import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
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

test('headers tell which of the files they belong to', () => {
  expect(fileOfHeaders(orderDetailsColumns)).toBe('orderDetails');
  expect(fileOfHeaders(orderPackagesColumns)).toBe('orderPackages');
  expect(fileOfHeaders(['Commande', 'Poids', 'Longueur'])).toBe('orderPackages');
  expect(fileOfHeaders(['a', 'b'])).toBeUndefined();
});

test('no two columns of a file share a name', () => {
  for (const file of ['orderDetails', 'orderPackages'] as const) {
    for (const column of importColumns[file]) expect(columnOfHeader(file, column)).toBe(column);
  }
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
