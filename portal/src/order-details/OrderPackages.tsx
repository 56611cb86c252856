import type { Order } from '@portage/contract/orders/orders';
import type { Package } from '@portage/contract/orders/packages';
import { useTranslation } from 'react-i18next';
import type { Format } from '../lib/format.ts';
import { CopyText } from '../ui/CopyText.tsx';
import { keyed } from '../ui/keyed.ts';
import { EditableGroup } from './edit/EditableGroup.tsx';
import { Timestamp } from '../lib/Timestamp.tsx';
import classes from './OrderDetail.module.css';

interface OrderPackagesProps {
  readonly order: Order;
  readonly format: Format;
}

/** The packages of the order: what they weigh and measure, and where they were scanned. */
export function OrderPackages({ order, format }: OrderPackagesProps) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const { packages, scanEvents } = order;
  const hasReference = packages.some(({ refNumber }) => refNumber);
  // The unit chooses the text; as a value it would mean something else to the number format.
  const weightOf = ({ weightOptions }: Package) => {
    if (!weightOptions) return t('orders:detail.notGiven');
    const { unit, weight } = weightOptions;
    return t(`orders:weight.${unit}`, { weight });
  };
  const sizeOf = ({ sizeOptions }: Package) => {
    if (!sizeOptions) return t('orders:detail.notGiven');
    const { unit, ...dimensions } = sizeOptions;
    return t(`orders:size.${unit}`, dimensions);
  };
  const scansOf = (trackingNumber: string) =>
    scanEvents
      .filter((scan) => scan.trackingNumber === trackingNumber)
      .flatMap((scan) => scan.events);

  return (
    <EditableGroup
      order={order}
      group="packages"
      title={t('orders:detail.packages', { count: packages.length })}
    >
      <div className={classes['scroller']}>
        <table className={classes['parts']}>
          <thead>
            <tr>
              <th scope="col">{t('orders:detail.trackingNumber')}</th>
              {hasReference && <th scope="col">{t('orders:column.reference')}</th>}
              <th scope="col">{t('orders:detail.weight')}</th>
              <th scope="col">{t('orders:detail.size')}</th>
              <th scope="col">{t('scans')}</th>
            </tr>
          </thead>
          <tbody>
            {packages.map((one) => (
              <tr key={one.trackingNumber}>
                <td className={classes['unbroken']}>
                  <CopyText
                    text={one.trackingNumber}
                    label={t('orders:detail.copyTrackingNumber')}
                  />
                </td>
                {hasReference && <td>{one.refNumber}</td>}
                <td className={classes['unbroken']}>{weightOf(one)}</td>
                <td className={classes['unbroken']}>{sizeOf(one)}</td>
                <td className={classes['unbroken']}>
                  {keyed(scansOf(one.trackingNumber), ({ time }) => String(time)).map(
                    ({ item: { time, location }, key }) => (
                      <span key={key} className={classes['line']}>
                        <Timestamp at={time} format={format} /> · {location}
                      </span>
                    ),
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </EditableGroup>
  );
}
