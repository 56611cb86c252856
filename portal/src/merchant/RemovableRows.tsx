import { Button, Table, VisuallyHidden } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { useTranslation } from '../i18n/i18n.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import classes from './ProfileTable.module.css';

interface RemovableRowsProps<Row> {
  readonly label: string;
  /** Without the buttons'. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly cellsOf: (row: Row) => readonly string[];
  /** “Remove” by default. */
  readonly removeText?: string;
  /** Accessible name. */
  readonly removeLabel: (row: Row) => string;
  readonly onRemove: (row: Row) => Promise<Merchant>;
  readonly onUndo: (row: Row) => Promise<Merchant>;
  readonly removed: string;
  readonly failed: string;
}

/** The notification undoes it. */
export function RemovableRows<Row>(props: RemovableRowsProps<Row>) {
  const { label, columns, rows, cellsOf, removeLabel } = props;
  const { t } = useTranslation();
  const { removeText = t('remove') } = props;
  const { mutate, isPending } = useProfileChange<Row>({
    send: props.onRemove,
    undo: props.onUndo,
    done: () => props.removed,
    failed: props.failed,
  });
  return (
    <Table aria-label={label} className={classes['table'] ?? ''}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
          <Table.Th>
            <VisuallyHidden>{removeText}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={cellsOf(row).join()}>
            {columns.map((column, index) => (
              <Table.Td key={column} className={classes['address'] ?? ''}>
                {cellsOf(row)[index]}
              </Table.Td>
            ))}
            <Table.Td ta="end">
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={isPending}
                aria-label={removeLabel(row)}
                onClick={() => mutate(row)}
              >
                {removeText}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
