import { useTranslation } from 'react-i18next';

/** The product's name and the menu. */
export function Header() {
  const { t } = useTranslation();
  return <header>{t('product')}</header>;
}
