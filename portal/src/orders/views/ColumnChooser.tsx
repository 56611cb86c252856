import { ActionIcon, Button, Checkbox, Divider, Popover, Stack } from '@mantine/core';
import { DEFAULT_COLUMNS, OrderColumn } from '@portage/contract/order-views';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCompactRows } from '../table/row-height.ts';
import { isSameColumns } from './view-differences.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';

interface ColumnChooserProps {
  readonly columns: readonly OrderColumn[];
  /** Whether the merchant has a linked shop, without which nothing is fulfilled. */
  readonly hasShop: boolean;
  readonly onChoose: (columns: OrderColumn[]) => void;
}

/** Chooses the columns of the list; the recipient's always shows. */
export function ColumnChooser({ columns, hasShop, onChoose }: ColumnChooserProps) {
  const { t } = useTranslation(['orderViews', 'orders']);
  const [isCompact, setCompact] = useCompactRows();
  const options = OrderColumn.options.filter((column) => column !== 'fulfilment' || hasShop);

  function toggle(toggled: OrderColumn): void {
    onChoose(
      OrderColumn.options.filter((column) => columns.includes(column) !== (column === toggled)),
    );
  }

  return (
    <Popover position="bottom-start" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('columns.choose')}
          title={t('columns.choose')}
        >
          <IconColumns3 size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns.title')}>
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
      </Popover.Dropdown>
    </Popover>
  );
}
