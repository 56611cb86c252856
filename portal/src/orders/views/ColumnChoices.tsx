import { Button, Checkbox, Divider, Stack } from '@mantine/core';
import {
  DEFAULT_COLUMNS,
  ORDER_COLUMNS,
  type OrderColumn,
} from '@portage/contract/orders/order-views';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompactRows } from '../table/order-table.ts';
import { isSameColumns } from './order-views.ts';

export interface ColumnChoicesProps {
  readonly columns: readonly OrderColumn[];
  /** Fulfilment needs one. */
  readonly hasShop: boolean;
  readonly onChoose: (columns: OrderColumn[]) => void;
}

/** The recipient always shows. */
export function ColumnChoices({ columns, hasShop, onChoose }: ColumnChoicesProps) {
  const { t } = useTranslation(['orderViews', 'orders']);
  const [isCompact, setCompact] = useCompactRows();
  const options = ORDER_COLUMNS.filter((column) => column !== 'fulfilment' || hasShop);

  function toggle(toggled: OrderColumn): void {
    onChoose(ORDER_COLUMNS.filter((column) => columns.includes(column) !== (column === toggled)));
  }

  return (
    <Stack gap={10}>
      <Checkbox checked disabled readOnly label={t('orders:column.recipient')} />
      {options.map((column) => (
        <Checkbox
          key={column}
          checked={columns.includes(column)}
          label={t(`orders:column.${column}`)}
          onChange={() => toggle(column)}
        />
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={isSameColumns(columns, DEFAULT_COLUMNS)}
        onClick={() => onChoose([...DEFAULT_COLUMNS])}
      >
        {t('columns.default')}
      </Button>
      <Divider />
      <Checkbox
        checked={isCompact}
        label={t('columns.compact')}
        onChange={(event) => setCompact(event.currentTarget.checked)}
      />
    </Stack>
  );
}
