import { IconAlertCircle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { CopyRequestId } from '../../lib/RequestId.tsx';
import { RowsGap } from '../../ui/RowsGap.tsx';
import { OrderStatusBadge } from '../OrderStatusBadge.tsx';
import classes from './BulkResults.module.css';
import { type OrderResult, type Result, statusAfter } from './bulk-run.ts';

/** About how high a result is before it is measured, in pixels. */
const ESTIMATED_HEIGHT = 57;

const icons = {
  success: IconCircleCheck,
  error: IconAlertCircle,
  unprocessed: IconCircleMinus,
} as const satisfies Record<Result, unknown>;

interface ResultsTableProps {
  readonly results: readonly OrderResult[];
  readonly resultName: (result: Result, count: number) => string;
  readonly messages: (result: OrderResult) => readonly string[];
}

/** Results of orders; of thousands only those within sight are drawn. */
export function ResultsTable({ results, resultName, messages }: ResultsTableProps) {
  // The virtualizer is one object that changes within: memoising what it answers would freeze it.
  'use no memo';
  const { t } = useTranslation('bulk');
  const scroller = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableSectionElement>({
    count: results.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey: (index) => results[index]?.order.id ?? index,
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();

  return (
    <section
      ref={scroller}
      className={classes['scroller']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      aria-label={t('results.name')}
    >
      <table className={classes['table']} aria-rowcount={results.length + 1}>
        <colgroup>
          <col width="16%" />
          <col width="30%" />
          <col width="21%" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('results.column.result')}</th>
            <th scope="col">{t('results.column.order')}</th>
            <th scope="col">{t('results.column.status')}</th>
            <th scope="col">{t('results.column.message')}</th>
          </tr>
        </thead>
        <RowsGap height={items[0]?.start ?? 0} />
        {items.map(({ index, key }) => {
          const result = results[index];
          return (
            result && (
              <tbody key={key} data-index={index} ref={virtualizer.measureElement}>
                <ResultRow
                  rowIndex={index + 2}
                  result={result}
                  name={resultName(result.outcome.result, 1)}
                  messages={messages(result)}
                />
              </tbody>
            )
          );
        })}
        <RowsGap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
}

interface ResultRowProps {
  /** Place among all rows of the table, counted from 1. */
  readonly rowIndex: number;
  readonly result: OrderResult;
  readonly name: string;
  readonly messages: readonly string[];
}

function ResultRow({ rowIndex, result, name, messages }: ResultRowProps) {
  const locale = useLocale();
  const { order, outcome } = result;
  const [message, ...reasons] = messages;
  const Icon = icons[outcome.result];
  return (
    <tr aria-rowindex={rowIndex}>
      <td className={classes['resultCell']}>
        <span className={classes['result']} data-result={outcome.result}>
          <Icon size={18} aria-hidden />
          {name}
        </span>
      </td>
      <td className={classes['orderCell']}>
        <span className={classes['name']}>{order.recipientName}</span>
        <span className={classes['ids']} title={order.id}>
          {order.refNumber ?? order.trackingNumber}
        </span>
      </td>
      <td className={classes['statusCell']}>
        <OrderStatusBadge status={statusAfter(result)} locale={locale} />
      </td>
      <td className={classes['messageCell']}>
        {message}
        {reasons.map((reason) => (
          <span key={reason} className={classes['reason']}>
            {reason}
          </span>
        ))}
        {outcome.result === 'error' && <CopyRequestId id={outcome.requestId} />}
      </td>
    </tr>
  );
}
