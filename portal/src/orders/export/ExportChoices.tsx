import { Button, Stack, Text } from '@mantine/core';
import { ORDERS_CSV_NAME } from '@portage/contract/order-csv';
import type { OrderCount } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import classes from './ExportOrders.module.css';

interface ExportChoicesProps {
  /** How many orders are selected. */
  readonly selected: number;
  /** How many match the filters in force; undefined while it is not known. */
  readonly matching: OrderCount | undefined;
  readonly onSelected: () => void;
  /** Undefined until the filters can be asked for. */
  readonly onMatching: (() => void) | undefined;
}

/** Which orders to export: those that are selected, or all that match. */
export function ExportChoices(props: ExportChoicesProps) {
  const { selected, matching, onSelected, onMatching } = props;
  const { t } = useTranslation('orders');
  const isEmpty = selected === 0;

  function allThatMatch(): string {
    if (!matching) return t('export.matching');
    const { count, hasMore } = matching;
    return t(hasMore ? 'export.matchingAtLeast' : 'export.matchingCount', { count });
  }

  return (
    <Stack gap={4}>
      <Button
        variant="subtle"
        color="gray"
        justify="flex-start"
        className={classes['choice']}
        aria-disabled={isEmpty}
        data-disabled={isEmpty}
        aria-describedby={isEmpty ? REASON_ID : undefined}
        onClick={onSelected}
      >
        {t('export.selected', { count: selected })}
      </Button>
      {isEmpty && (
        <Text id={REASON_ID} size="xs" c="dimmed" px={10} mt={-6}>
          {t('export.nothingSelected')}
        </Text>
      )}
      <Button
        variant="subtle"
        color="gray"
        justify="flex-start"
        className={classes['choice']}
        disabled={!onMatching}
        onClick={onMatching}
        data-autofocus={isEmpty}
      >
        {allThatMatch()}
      </Button>
      <Text size="xs" c="dimmed" px={10}>
        {t('export.explanation', { file: ORDERS_CSV_NAME })}
      </Text>
    </Stack>
  );
}

/** There is one export popover on the screen. */
const REASON_ID = 'export-needs-selection';
