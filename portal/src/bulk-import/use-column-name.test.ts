import { expect, test } from 'vitest';
import { columnOfHeader, importColumns } from '@portage/contract/imports/import-columns';
import { importedTexts, orderTexts } from '@portage/contract/orders/new-order';
import english from '../i18n/en/bulkImport.json';
import french from '../i18n/fr/bulkImport.json';

test.each([
  ['en', english.column],
  ['fr', french.column],
] as const)('a file headed with the names that we show in %s needs no choices', (locale, shown) => {
  const names: Record<string, string> = {
    ...shown,
    ...Object.fromEntries(
      importedTexts.map(({ name, column }) => [column, orderTexts[name].label[locale]]),
    ),
  };
  for (const file of ['orderDetails', 'orderPackages'] as const) {
    const columns = importColumns[file];
    expect(columns.map((column) => columnOfHeader(file, names[column] ?? ''))).toEqual(columns);
  }
});
