import type { TFunction } from 'i18next';
import { memo, type ReactNode } from 'react';
import classes from './OrderTable.module.css';
import type { OrdersTableCell, OrdersTableRow } from './order-table.ts';

interface OrderRowProps {
  readonly t: TFunction<'orders'>;
  readonly row: OrdersTableRow;
  /** Passed beside the row, which stays the same object while its columns change. */
  readonly cells: OrdersTableCell[];
  /** Place among all rows of the table, counted from 1. */
  readonly rowIndex: number;
  readonly isSelected: boolean;
  readonly isExpanded: boolean;
  /** The one row of the list that the Tab key reaches. */
  readonly isCurrent: boolean;
}

/** One order of the list. Its clicks and keys are answered by the table. */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { t, row, cells, rowIndex, isSelected, isExpanded, isCurrent } = props;
  const canSelect = row.getCanSelect();
  return (
    <tr
      className={classes['row']}
      aria-level={1}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      aria-expanded={isExpanded}
      data-order-id={row.id}
      tabIndex={isCurrent ? 0 : -1}
    >
      <td className={classes['checkboxCell']}>
        <input
          type="checkbox"
          className={classes['checkbox']}
          aria-label={t('table.select', { name: row.original.recipient.name })}
          title={canSelect ? undefined : t('table.cannotSelect')}
          disabled={!canSelect}
          checked={isSelected}
          onChange={row.getToggleSelectedHandler()}
          tabIndex={-1}
        />
      </td>
      {cells.map((cell) => (
        <td key={cell.id} className={classes['cell']}>
          {contentOf(cell)}
        </td>
      ))}
    </tr>
  );
});

/** What a cell shows. It is called, which spares React two components in every cell of a row. */
function contentOf(cell: OrdersTableCell): ReactNode {
  const { cell: content } = cell.column.columnDef;
  return (typeof content === 'function' ? content(cell.getContext()) : content) as ReactNode;
}
