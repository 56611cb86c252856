import { FocusTrap, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { BYTE_ORDER_MARK } from '@portage/contract/csv';
import {
  ORDER_CSV_COLUMNS,
  ORDERS_CSV_NAME,
  orderExportEndpoints,
  orderCsvHeader,
  orderCsvWriter,
} from '@portage/contract/orders/order-csv';
import type { OrderSummary, Order, OrderCount } from '@portage/contract/orders/orders';
import { currentLocale, translate, useTranslation } from '../../i18n/i18n.ts';
import { download, saveFile } from '../../lib/download.ts';
import { useMerchant } from '../../lib/merchant.ts';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import { currentSession } from '../../lib/session.ts';
import { tellNotDone } from '../../order/bulk-run/bulk-action.ts';
import type { ListedOrders } from '../../order/order-calls.ts';
import { softDisabled } from '../../ui/pressed-once.ts';
import { fetchOrders, readSelected } from '../order-selection.ts';
import classes from '../OrdersPage.module.css';
import {
  useExportProgress,
  cancelExport,
  type ExportProgress as Given,
  useProgressText,
  type ExportUnderWay,
  runExport,
} from './export-run.ts';

const QUOTE = 34;
const LINE_FEED = 10;

/** Counts rows piece by piece, without the header and line breaks in quotes. */
export function rowCounter(): (piece: Uint8Array) => number {
  let rows = -1;
  let isQuoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) rows += 1;
    }
    return Math.max(0, rows);
  };
}

/** Timestamps are in the time zone (spec 1 §9). */
export function csvOf(orders: readonly Order[], timeZone: string | undefined): Blob {
  const lines = orders.map(orderCsvWriter(timeZone, currentLocale()));
  return new Blob([BYTE_ORDER_MARK, orderCsvHeader, ...lines], { type: 'text/csv' });
}

/** Counts the orders in the file, and those that were gone. */
interface ExportedFile {
  readonly file: Blob;
  readonly orders: number;
  readonly gone: number;
}

/** Written here, from loaded orders where possible. */
export function exportSelected(
  selected: readonly OrderSummary[],
  loaded: readonly Order[],
  timeZone: string | undefined,
): Promise<void> {
  const total = selected.length;
  return save(total, async ({ signal, onProgress }) => {
    const orders = await readSelected(selected, {
      loaded: new Map(loaded.map((order) => [order.id, order])),
      fetchOrders: (ids) => fetchOrders(ids, signal),
      onProgress: (count) => onProgress({ orders: count, total, bytes: undefined }),
    });
    const file = csvOf(orders, timeZone);
    return { file, orders: orders.length, gone: total - orders.length };
  });
}

/** Written by the server. */
export function exportMatching(
  query: ListedOrders,
  matching: OrderCount | undefined,
): Promise<void> {
  const total = matching?.hasMore ? undefined : matching?.count;
  return save(total, async ({ signal, onProgress }) => {
    const countRows = rowCounter();
    let orders = 0;
    let bytes = 0;
    const file = await download(
      orderExportEndpoints.export,
      { query },
      {
        signal,
        onPiece(piece) {
          orders = countRows(piece);
          bytes += piece.byteLength;
          onProgress({ orders, total, bytes });
        },
      },
    );
    return { file, orders, gone: 0 };
  });
}

/** Never saves an incomplete file. */
async function save(
  total: number | undefined,
  make: (underWay: ExportUnderWay) => Promise<ExportedFile>,
): Promise<void> {
  try {
    const { file, orders, gone } = await runExport(total, make);
    saveFile(file, ORDERS_CSV_NAME);
    notifySuccess({
      about: 'orders',
      title: translate('orders:export.saved', { count: orders }),
      message: gone > 0 ? translate('orders:export.gone', { count: gone }) : ORDERS_CSV_NAME,
    });
  } catch (error) {
    explain(error);
  }
}

function explain(error: unknown): void {
  if (!currentSession()) return;
  if (error instanceof DOMException && error.name === 'AbortError') {
    notifySuccess({
      about: 'orders',
      title: translate('orders:export.cancelled'),
      message: translate('orders:export.noFile'),
    });
    return;
  }
  const reason = error instanceof Error ? error.message : '';
  notifyError({
    title: translate('orders:export.failed'),
    message: `${reason} ${translate('orders:export.noFile')}`,
    cause: error,
  });
}

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
        {...softDisabled(isEmpty)}
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
        {t('export.explanation', { file: ORDERS_CSV_NAME, columns: ORDER_CSV_COLUMNS })}
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
}

interface ExportStepsProps extends ExportProps {
  readonly onDone: () => void;
}

export function ExportSteps(props: ExportStepsProps) {
  const { selected, loaded, query, matching, onDone } = props;
  const timeZone = useMerchant().data?.timeZone;
  const progress = useExportProgress();

  async function saveSelected(): Promise<void> {
    if (selected.length === 0) return tellNotDone();
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
