import { useTranslation } from 'react-i18next';

/** The list of the merchant's orders (spec 1 §2, /orders). */
export function OrdersPage() {
  const { t } = useTranslation('orders');
  return <h1>{t('title')}</h1>;
}
