import type { Locale } from '@portage/contract/locale';
import { useTranslation } from 'react-i18next';
import { readLocale } from './i18n.ts';

export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return readLocale(i18n.language);
}
