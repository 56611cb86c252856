import { FocusTrap, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import type { Order, OrderCount } from '@portage/contract/orders/orders';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import type { ListedOrders } from '../../order/order-calls.ts';
import {
  useExportProgress,
  cancelExport,
  type ExportProgress as Given,
  useProgressText,
} from './export-run.ts';
import { exportMatching, exportSelected } from './order-export.ts';
import { ORDERS_CSV_NAME } from '@portage/contract/orders/order-csv';
import classes from '../OrdersPage.module.css';

interface ExportChoicesProps {
  readonly selected: number;
  /** Undefined until counted. */
  readonly matching: OrderCount | undefined;
  readonly onSelected: () => void;
  /** Undefined without filters. */
  readonly onMatching: (() => void) | undefined;
}

function ExportChoices(props: ExportChoicesProps) {
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

/** One export popover at a time. */
const REASON_ID = 'export-needs-selection';

function ExportProgress({ progress }: { readonly progress: Given }) {
  const { t } = useTranslation('orders');
  const text = useProgressText()(progress);
  const { orders, total, bytes } = progress;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="md" className="tabular-numbers">
        <Text size="sm">{text}</Text>
        {bytes !== undefined && (
          <Text size="sm" c="dimmed">
            {t('export.megabytes', { megabytes: bytes / 1_000_000 })}
          </Text>
        )}
      </Group>
      {total !== undefined && (
        <Progress value={total > 0 ? (orders / total) * 100 : 100} aria-label={text} />
      )}
      <Text size="xs" c="dimmed">
        {t('export.stay')}
      </Text>
      <Button variant="default" size="sm" onClick={cancelExport} data-autofocus>
        {t('export.cancel')}
      </Button>
    </Stack>
  );
}

export interface ExportProps {
  readonly selected: readonly OrderSummary[];
  readonly loaded: readonly Order[];
  /** Undefined until the filters are known. */
  readonly query: ListedOrders | undefined;
  /** Undefined until counted. */
  readonly matching: OrderCount | undefined;
  /** For timestamps; undefined for the device's. */
  readonly timeZone: string | undefined;
}

interface ExportStepsProps extends ExportProps {
  readonly onDone: () => void;
}

export function ExportSteps(props: ExportStepsProps) {
  const { selected, loaded, query, matching, timeZone, onDone } = props;
  const { t } = useTranslation(['orders', 'errors']);
  const progress = useExportProgress();

  async function saveSelected(): Promise<void> {
    if (selected.length === 0) {
      notifyError({ title: t('print.errorTitle'), message: t('errors:error.noOrderSelected') });
      return;
    }
    await exportSelected(selected, loaded, timeZone);
    onDone();
  }

  async function saveMatching(matches: ListedOrders): Promise<void> {
    await exportMatching(matches, matching);
    onDone();
  }

  // Focuses each step's button: the pressed one is gone.
  return (
    <FocusTrap key={progress ? 'progress' : 'choices'}>
      <div>
        {progress ? (
          <ExportProgress progress={progress} />
        ) : (
          <ExportChoices
            selected={selected.length}
            matching={matching}
            onSelected={() => void saveSelected()}
            onMatching={query && (() => void saveMatching(query))}
          />
        )}
      </div>
    </FocusTrap>
  );
}
