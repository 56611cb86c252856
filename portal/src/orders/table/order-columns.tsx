import { attentionOf } from '@portage/contract/attention';
import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders';
import { serviceNames } from '@portage/contract/services';
import { timeZoneOf } from '@portage/contract/time-zone';
import { createColumnHelper } from '@tanstack/react-table';
import type { TFunction } from 'i18next';
import { type Format, formatFor } from '../../lib/format.ts';
import { promiseOf } from '../../order/order-promise.ts';
import { Timestamp } from '../../lib/Timestamp.tsx';
import { Figure, Nothing, placeOf, Recipient, Reference, Tags } from './OrderCells.tsx';
import { OrderStatusBadge } from '../../order/OrderStatusBadge.tsx';
import type { OrderTableFeatures } from './order-table.ts';

interface ColumnTexts {
  readonly t: TFunction<'orders'>;
  readonly locale: Locale;
  /** In the merchant's time zone. */
  readonly format: Format;
  /** The orders whose labels could not be generated. */
  readonly labelFailedIds: ReadonlySet<string>;
}

const helper = createColumnHelper<OrderTableFeatures, Order>();

/**
 * The columns of the list (spec 1 §2). Cells are plain elements: hundreds are drawn while scrolling,
 * so texts and formats come in from outside and no cell subscribes to anything.
 */
export function orderColumns({ t, locale, format, labelFailedIds }: ColumnTexts) {
  const nothing = <Nothing label={t('table.none')} />;
  const timestamp = (at: number | undefined) =>
    at === undefined ? nothing : <Timestamp at={at} format={format} />;

  const today = format.date(Date.now());
  const shortTime = (at: number) => (format.date(at) === today ? format.time(at) : format.date(at));
  const labelsText = (order: Order) => {
    if (order.labelPrintedAt === undefined) return t('labelsCell.notPrinted');
    if (order.labelStale) return t('labelsCell.stale');
    return t('labelsCell.printed', { time: format.shortDateTime(order.labelPrintedAt) });
  };

  return helper.columns([
    helper.display({
      id: 'recipient',
      header: t('column.recipient'),
      cell: ({ row: { original: order } }) => (
        <Recipient
          order={order}
          // The label of a cancelled order is not to be printed again.
          staleText={
            order.labelStale && order.orderStatus !== 'CANCELLED' ? t('labelStale') : undefined
          }
          failedText={labelFailedIds.has(order.id) ? t('labelFailed') : undefined}
          printedText={order.labelPrintedAt === undefined ? undefined : labelsText(order)}
          printedAt={
            order.labelPrintedAt === undefined ? undefined : shortTime(order.labelPrintedAt)
          }
        />
      ),
    }),
    helper.display({
      id: 'place',
      header: t('column.place'),
      meta: { width: 150 },
      cell: ({ row: { original: order } }) => placeOf(order),
    }),
    helper.display({
      id: 'placedOn',
      header: t('column.placedOn'),
      meta: { width: 146 },
      cell: ({ row: { original: order } }) => timestamp(order.createdAt),
    }),
    helper.display({
      id: 'deliveredOn',
      header: t('column.deliveredOn'),
      meta: { width: 146 },
      cell: ({ row: { original: order } }) => timestamp(order.deliveredAt),
    }),
    helper.display({
      id: 'reference',
      header: t('column.reference'),
      meta: { width: 138 },
      cell: ({ row: { original: order } }) =>
        order.refNumber ? <Reference reference={order.refNumber} /> : nothing,
    }),
    helper.display({
      id: 'status',
      header: t('column.status'),
      meta: { width: 180 },
      cell: ({ row: { original: order } }) => (
        <OrderStatusBadge
          status={order.orderStatus}
          locale={locale}
          reason={attentionOf(order, locale)?.reason}
        />
      ),
    }),
    helper.display({
      id: 'labels',
      header: t('column.labels'),
      meta: { width: 176 },
      cell: ({ row: { original: order } }) => labelsText(order),
    }),
    helper.display({
      id: 'service',
      header: t('column.service'),
      meta: { width: 128 },
      cell: ({ row: { original: order } }) => serviceNames[order.service][locale],
    }),
    helper.display({
      id: 'business',
      header: t('column.business'),
      meta: { width: 98 },
      cell: ({ row: { original: order } }) =>
        order.dtoRecipientAddress.isBusinessAddress ? t('yes') : t('no'),
    }),
    helper.display({
      id: 'fulfilment',
      header: t('column.fulfilment'),
      meta: { width: 100 },
      cell: ({ row: { original: order } }) =>
        order.pickupReadyAt === undefined ? t('unfulfilled') : t('fulfilled'),
    }),
    helper.display({
      id: 'trackingNumber',
      header: t('column.trackingNumber'),
      meta: { width: 156 },
      cell: ({ row: { original: order } }) => order.trackingNumber,
    }),
    helper.display({
      id: 'promise',
      header: t('column.promise'),
      meta: { width: 284 },
      // Windows are offered, and promises kept, in the time of the place the order leaves from.
      cell: ({ row: { original: order } }) =>
        promiseOf(order, formatFor(locale, timeZoneOf(order.originAddress))) ?? nothing,
    }),
    helper.display({
      id: 'packages',
      header: () => <Figure>{t('column.packages')}</Figure>,
      meta: { width: 90 },
      cell: ({ row: { original: order } }) => (
        <Figure>{format.number(order.packages.length)}</Figure>
      ),
    }),
    helper.display({
      id: 'price',
      header: () => <Figure>{t('column.price')}</Figure>,
      meta: { width: 100 },
      cell: ({ row: { original: order } }) => (
        <Figure>
          {order.rateChoice
            ? format.money(order.rateChoice.price, order.rateChoice.currency)
            : nothing}
        </Figure>
      ),
    }),
    helper.display({
      id: 'tags',
      header: t('column.tags'),
      meta: { width: 180 },
      cell: ({ row: { original: order } }) =>
        order.tags.length > 0 ? <Tags tags={order.tags} /> : nothing,
    }),
  ]);
}
