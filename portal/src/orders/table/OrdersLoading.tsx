import { useTranslation } from 'react-i18next';
import classes from './OrderTable.module.css';
import { OrderTableHeader } from './OrderTableHeader.tsx';
import { tableSizes, type OrdersTable } from './order-table.ts';

interface OrdersLoadingProps {
  readonly table: OrdersTable;
  /** In pixels. */
  readonly rowHeight: number;
}

/** How many rows stand for orders while the first page loads. */
const PLACEHOLDERS = 14;

/** The list as it will be, before its first orders are there. */
export function OrdersLoading({ table, rowHeight }: OrdersLoadingProps) {
  const { t } = useTranslation('orders');
  const columns = table.getVisibleLeafColumns();
  return (
    <div className={classes['scroller']} aria-busy>
      <table
        className={classes['table']}
        style={tableSizes(table, rowHeight)}
        aria-label={t('table.loading')}
      >
        <OrderTableHeader table={table} />
        <tbody>
          {Array.from({ length: PLACEHOLDERS }, (_, index) => (
            <tr key={index} className={classes['placeholder']}>
              <td aria-hidden />
              {columns.map((column) => (
                <td key={column.id} aria-hidden>
                  <span />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
