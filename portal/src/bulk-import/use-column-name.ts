import type { ImportColumn } from '@portage/contract/imports/import-columns';
import {
  importedTexts,
  type OrderTextColumn,
  orderTexts,
} from '@portage/contract/orders/new-order';
import { useTranslation } from '../i18n/i18n.ts';

export function useColumnName(): (column: ImportColumn) => string {
  const { t, locale } = useTranslation('bulkImport');
  return (column) => {
    const text = importedTexts.find((one) => one.column === column);
    return text
      ? orderTexts[text.name].label[locale]
      : t(`column.${column as Exclude<ImportColumn, OrderTextColumn>}`);
  };
}
