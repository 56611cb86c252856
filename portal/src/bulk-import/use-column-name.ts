import type { ImportColumn } from '@portage/contract/imports/import-columns';
import {
  importedTexts,
  type OrderTextColumn,
  orderTexts,
} from '@portage/contract/orders/order-texts';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';

export function useColumnName(): (column: ImportColumn) => string {
  const { t } = useTranslation('bulkImport');
  const locale = useLocale();
  return (column) => {
    const text = importedTexts.find((one) => one.column === column);
    return text
      ? orderTexts[text.name].label[locale]
      : t(`column.${column as Exclude<ImportColumn, OrderTextColumn>}`);
  };
}
