import { useTranslation } from 'react-i18next';

/** The wizard that creates one order (spec 2 §2, /new). */
export function NewOrderPage() {
  const { t } = useTranslation('newOrder');
  return <h1>{t('title')}</h1>;
}
