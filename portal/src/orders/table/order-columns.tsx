import { IconPrinter } from '@tabler/icons-react';
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Locale } from '@portage/contract/locale';
import { attentionOf } from '@portage/contract/orders/attention';
import type { OrderSort } from '@portage/contract/orders/order-list';
import type { OrderColumn } from '@portage/contract/orders/order-views';
import type { Order } from '@portage/contract/orders/orders';
import { serviceNames } from '@portage/contract/rates/rates';
import type { Translate } from '../../i18n/translate.ts';
import type { Format } from '../../lib/format.ts';
import { Timestamp } from '../../lib/Timestamp.tsx';
import { orderFormat, promiseOf } from '../../order/order-promise.ts';
import { OrderStatusBadge } from '../../order/OrderStatusBadge.tsx';
import { ShipByTime, tellShipBy } from '../../order/ShipBy.tsx';
import classes from './order-columns.module.css';
import { columnsOfSorts, type OrderTableFeatures, wrapReference } from './order-table.ts';

const placeOf = ({ recipientAddress: { city, province } }: Order) => (
  <span translate="no">{`${city}, ${province}`}</span>
);

/** `label` is for screen readers. */
function Nothing({ label }: { readonly label: string }) {
  return (
    <span className={classes['nothing']}>
      <span aria-hidden>–</span>
      <span className={classes['spoken']}>{label}</span>
    </span>
  );
}

/** Wrapped every 15 characters (spec 1 §9). */
function Reference({ reference }: { readonly reference: string }) {
  return (
    <span className={classes['reference']} title={reference} translate="no">
      {wrapReference(reference).map((line, index, lines) => (
        <span key={lines.slice(0, index).join('')}>{line}</span>
      ))}
    </span>
  );
}

/** The tooltip has all. */
function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span title={tags.join(', ')} translate="no">
      {tags.map((tag) => (
        <span key={tag} className={classes['tag']}>
          {tag}
        </span>
      ))}
    </span>
  );
}

/** Aligns a figure at the end of its column. */
function Figure({ children }: { readonly children: ReactNode }) {
  return <span className={classes['figure']}>{children}</span>;
}

interface ColumnTexts {
  readonly t: Translate<'orders'>;
  readonly common: Translate;
  readonly locale: Locale;
  readonly format: Pick<Format, 'number' | 'money'>;
  readonly labelFailedIds: ReadonlySet<string>;
  /** Formats cutoffs: in the merchant's zone. */
  readonly pickupFormat: Format;
  /** The current minute, in milliseconds since 1970. */
  readonly now: number;
  readonly sort: OrderSort;
  /** Reasons take the width that recipients have elsewhere. */
  readonly isWorklist: boolean;
  readonly isNarrow: boolean;
  /** Places have no column of their own. */
  readonly isPlaceBelow: boolean;
  readonly renderAttention: (order: Order) => ReactNode;
}

const helper = createColumnHelper<OrderTableFeatures, Order>();

/** Plain cells: hundreds are drawn while scrolling (spec 1 §2). */
export function orderColumns(texts: ColumnTexts) {
  const { t, common, locale, format, labelFailedIds, pickupFormat, now, sort } = texts;
  const { isWorklist, isNarrow, isPlaceBelow, renderAttention } = texts;
  const nothing = <Nothing label={t('table.none')} />;
  const timestamp = (order: Order, at: number | undefined) =>
    at === undefined ? (
      nothing
    ) : (
      <span className={classes['timestamp']}>
        <Timestamp at={at} format={orderFormat(order, locale)} />
      </span>
    );

  const shipBy = (order: Order) => tellShipBy(order, now, pickupFormat, common);
  function dueText(order: Order): string | undefined {
    const told = shipBy(order);
    return told && told.urgency !== 'calm' ? (told.shortWords ?? told.words) : undefined;
  }
  const sorted = (column: string) =>
    column === columnsOfSorts[sort]
      ? { sorted: sort === 'placed' ? ('descending' as const) : ('ascending' as const) }
      : {};
  const column = (
    id: OrderColumn | 'attention',
    width: number | undefined,
    cellOf: (order: Order) => ReactNode,
    isFigure = false,
  ) => {
    const place = (content: ReactNode) => (isFigure ? <Figure>{content}</Figure> : content);
    return helper.display({
      id,
      header: () => place(t(`column.${id}`)),
      meta: { ...(width !== undefined && { width }), ...sorted(id) },
      cell: ({ row }) => place(cellOf(row.original)),
    });
  };

  function shortTime(order: Order, at: number): string {
    const { date, time } = orderFormat(order, locale);
    return date(at) === date(now) ? time(at) : date(at);
  }
  const labelsText = (order: Order) => {
    if (order.labelPrintedAt === undefined) return t('labelsCell.notPrinted');
    if (order.labelStale) return t('labelsCell.stale');
    return t('labelsCell.printed', {
      time: orderFormat(order, locale).shortDateTime(order.labelPrintedAt),
    });
  };

  /** Shows the place, too, on narrow screens. */
  function recipient(order: Order): ReactNode {
    const { labelPrintedAt, labelStale, merchantDisplayName, orderStatus } = order;
    const failedText = labelFailedIds.has(order.id) ? t('labelFailed') : undefined;
    // Labels of cancelled orders must not be printed again.
    const staleText = labelStale && orderStatus !== 'CANCELLED' ? t('labelStale') : undefined;
    const narrowText = failedText ?? staleText;
    const printedText = labelsText(order);
    const due = dueText(order);
    return (
      <>
        <span className={classes['recipient']} data-beside={isWorklist}>
          <span className={classes['name']} translate="no">
            {order.recipient.name}
          </span>
          {merchantDisplayName && (
            <span className={classes['displayName']} title={merchantDisplayName} translate="no">
              {merchantDisplayName}
            </span>
          )}
          {labelPrintedAt !== undefined && !staleText && (
            <span className={classes['printed']} title={printedText}>
              <IconPrinter size={14} aria-hidden />
              <span className={classes['spoken']}>{printedText}</span>
              <span aria-hidden>{shortTime(order, labelPrintedAt)}</span>
            </span>
          )}
          {staleText && <span className={classes['labelStale']}>{staleText}</span>}
          {failedText && <span className={classes['labelFailed']}>{failedText}</span>}
        </span>
        <span className={classes['narrowDetails']} data-shown={isPlaceBelow}>
          {narrowText && (
            <strong className={failedText && classes['failed']}>{narrowText} · </strong>
          )}
          {due && <strong className={classes['failed']}>{due} · </strong>}
          {placeOf(order)}
        </span>
      </>
    );
  }

  return helper.columns([
    helper.display({
      id: 'recipient',
      header: t('column.recipient'),
      meta: { ...(isWorklist && !isNarrow && { width: 232 }), ...sorted('recipient') },
      cell: ({ row }) => recipient(row.original),
    }),
    column('place', 150, placeOf),
    column('shipBy', 176, (order) => {
      const told = shipBy(order);
      return told ? <ShipByTime {...told} /> : nothing;
    }),
    column('attention', isNarrow ? 200 : undefined, renderAttention),
    column('placedOn', 146, (order) => timestamp(order, order.createdAt)),
    column('deliveredOn', 146, (order) => timestamp(order, order.deliveredAt)),
    column('reference', 138, ({ refNumber }) =>
      refNumber ? <Reference reference={refNumber} /> : nothing,
    ),
    column('status', 180, (order) => (
      <OrderStatusBadge
        status={order.orderStatus}
        locale={locale}
        reason={attentionOf(order, locale)?.reason}
      />
    )),
    column('labels', 176, labelsText),
    column('service', 128, ({ service }) => serviceNames[service][locale]),
    column('business', 98, ({ dtoRecipientAddress }) =>
      t(dtoRecipientAddress.isBusinessAddress ? 'yes' : 'no'),
    ),
    column('fulfilment', 100, ({ pickupReadyAt }) =>
      t(pickupReadyAt === undefined ? 'unfulfilled' : 'fulfilled'),
    ),
    column('trackingNumber', 156, ({ trackingNumber }) => (
      <span translate="no">{trackingNumber}</span>
    )),
    column('promise', 284, (order) => promiseOf(order, orderFormat(order, locale)) ?? nothing),
    column('packages', 90, ({ packages }) => format.number(packages.length), true),
    column(
      'price',
      100,
      ({ rateChoice }) =>
        rateChoice ? format.money(rateChoice.price, rateChoice.currency) : nothing,
      true,
    ),
    column('tags', 180, ({ tags }) => (tags.length > 0 ? <Tags tags={tags} /> : nothing)),
  ]);
}
