import { formatPhone } from '@portage/contract/phone';
import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import { AddressLines } from '../../lib/AddressLines.tsx';
import { Fact } from './Fact.tsx';
import classes from './OrderDetail.module.css';

/** Who receives the order, where it goes and where it comes from. */
export function OrderAddresses({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orders');
  const { recipient, recipientAddress, originAddress, dtoRecipientAddress } = order;
  return (
    <div>
      <h2>{t('column.recipient')}</h2>
      <dl className={classes['list']}>
        <Fact term={t('detail.recipientName')}>{recipient.name}</Fact>
        <Fact term={t('detail.phone')}>
          {recipient.phone && <a href={`tel:${recipient.phone}`}>{formatPhone(recipient.phone)}</a>}
        </Fact>
        <Fact term={t('detail.email')}>
          {recipient.email && <a href={`mailto:${recipient.email}`}>{recipient.email}</a>}
        </Fact>
        <Fact term={t('detail.deliverTo')}>
          <AddressLines address={recipientAddress} />
        </Fact>
        <Fact term={t('column.business')}>
          {t(dtoRecipientAddress.isBusinessAddress ? 'yes' : 'no')}
        </Fact>
        <Fact term={t('detail.shipFrom')}>
          <AddressLines address={originAddress} />
        </Fact>
      </dl>
    </div>
  );
}
