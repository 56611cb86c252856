import { attentionOf } from '@portage/contract/attention';
import type { Order } from '@portage/contract/orders';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import classes from './OrderDetail.module.css';

/** Says why an order could not be placed and what to do, at the top of its details. */
export function AttentionNotice({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orderDetail');
  const locale = useLocale();
  const attention = attentionOf(order, locale);
  if (!attention) return null;
  return (
    <div className={classes['reprint']} role="note">
      <IconAlertTriangle size={20} aria-hidden />
      <p>
        <strong>{t('attention.title')}</strong> {attention.reason}
      </p>
    </div>
  );
}
