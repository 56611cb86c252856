import { useTranslation } from 'react-i18next';
import type { ExportProgress } from './export-run.ts';

/** Says how many orders of an export are there, and of how many where that is known. */
export function useProgressText() {
  const { t } = useTranslation('orders');
  return ({ orders, total }: ExportProgress) =>
    total === undefined
      ? t('export.progress', { count: orders })
      : t('export.progressOf', { done: orders, total });
}
