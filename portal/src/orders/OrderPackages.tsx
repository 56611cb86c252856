import type { Order } from '@portage/contract/orders';
import type { Package } from '@portage/contract/packages';
import { useTranslation } from 'react-i18next';
import { CopyText } from './CopyText.tsx';
import classes from './OrderDetail.module.css';

/** The packages of the order with what they weigh and measure. */
export function OrderPackages({ order: { packages } }: { order: Order }) {
  const { t } = useTranslation('orders');
  const weightOf = ({ weightOptions }: Package) =>
    weightOptions && t(`weight.${weightOptions.unit}`, weightOptions);
  const sizeOf = ({ sizeOptions }: Package) =>
    sizeOptions && t(`size.${sizeOptions.unit}`, sizeOptions);
  return (
    <div>
      <h2>{t('detail.packages', { count: packages.length })}</h2>
      <table className={classes['parts']}>
        <thead>
          <tr>
            <th scope="col">{t('detail.trackingNumber')}</th>
            <th scope="col">{t('detail.weight')}</th>
            <th scope="col">{t('detail.size')}</th>
          </tr>
        </thead>
        <tbody>
          {packages.map((one) => (
            <tr key={one.trackingNumber}>
              <td>
                <CopyText text={one.trackingNumber} label={t('detail.copyTrackingNumber')} />
              </td>
              <td>{weightOf(one) ?? t('detail.notGiven')}</td>
              <td>{sizeOf(one) ?? t('detail.notGiven')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
