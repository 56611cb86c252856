import { FlexRender } from '@tanstack/react-table';
import { useTranslation } from 'react-i18next';
import classes from './OrderTable.module.css';
import type { OrdersTable } from './order-table.ts';

/**
 * Widths and names of the columns, with the checkbox that selects every loaded order, or none at all
 * any more.
 */
export function OrderTableHeader({ table }: { readonly table: OrdersTable }) {
  const { t } = useTranslation('orders');
  const isAllSelected = table.getIsAllRowsSelected();
  const isSomeSelected = table.getIsSomeRowsSelected();
  return (
    <>
      <colgroup>
        <col className={classes['checkboxColumn']} />
        {table.getVisibleLeafColumns().map((column) => (
          <col key={column.id} data-column={column.id} width={column.columnDef.meta?.width} />
        ))}
      </colgroup>
      <thead className={classes['head']}>
        <tr aria-rowindex={1}>
          <th scope="col" className={classes['checkboxHeader']}>
            <input
              type="checkbox"
              className={classes['checkbox']}
              aria-label={t('table.selectAll')}
              title={t('table.selectAll')}
              checked={isAllSelected}
              ref={(checkbox) => {
                if (checkbox) checkbox.indeterminate = isSomeSelected && !isAllSelected;
              }}
              disabled={table.getRowModel().rows.length === 0}
              onChange={() => table.toggleAllRowsSelected(!isAllSelected, { deselectAll: true })}
            />
          </th>
          {table.getFlatHeaders().map((header) => (
            <th scope="col" key={header.id} className={classes['header']}>
              <FlexRender header={header} />
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}
