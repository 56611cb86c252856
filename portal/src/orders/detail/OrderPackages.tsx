import type { Order } from '@portage/contract/orders';
import type { Package } from '@portage/contract/packages';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../ui/CopyText.tsx';
import classes from './OrderDetail.module.css';

/** The packages of the order with what they weigh and measure. */
export function OrderPackages({ order: { packages } }: { readonly order: Order }) {
  const { t } = useTranslation('orders');
  // The unit chooses the text; as a value it would mean something else to the number format.
  const weightOf = ({ weightOptions }: Package) => {
    if (!weightOptions) return t('detail.notGiven');
    const { unit, weight } = weightOptions;
    return t(`weight.${unit}`, { weight });
  };
  const sizeOf = ({ sizeOptions }: Package) => {
    if (!sizeOptions) return t('detail.notGiven');
    const { unit, ...dimensions } = sizeOptions;
    return t(`size.${unit}`, dimensions);
  };
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
              <td>{weightOf(one)}</td>
              <td>{sizeOf(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
