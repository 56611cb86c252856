import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders';
import { serviceNames } from '@portage/contract/services';
import { createColumnHelper } from '@tanstack/react-table';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Format } from '../../lib/format.ts';
import classes from './order-columns.module.css';
import { Moment } from './Moment.tsx';
import { OrderStatusBadge } from './OrderStatusBadge.tsx';
import type { OrderTableFeatures } from './order-table.ts';
import { wrapReference } from './wrap-reference.ts';

interface ColumnTexts {
  readonly t: TFunction<'orders'>;
  readonly locale: Locale;
  /** In the merchant's time zone. */
  readonly format: Format;
  /** The order whose label could not be generated. */
  readonly labelFailedId: string | undefined;
}

const helper = createColumnHelper<OrderTableFeatures, Order>();

/**
 * The columns of the list (spec 1 §2). Cells are plain elements: hundreds are drawn while scrolling,
 * so texts and formats come in from outside and no cell subscribes to anything.
 */
export function orderColumns({ t, locale, format, labelFailedId }: ColumnTexts) {
  const moment = (at: number | undefined) =>
    at === undefined ? <Nothing label={t('table.none')} /> : <Moment at={at} format={format} />;

  return helper.columns([
    helper.display({
      id: 'recipient',
      header: t('column.recipient'),
      cell: ({ row: { original: order } }) => (
        <Recipient order={order}>
          {order.id === labelFailedId && (
            <span className={classes['labelFailed']}>{t('labelFailed')}</span>
          )}
        </Recipient>
      ),
    }),
    helper.display({
      id: 'place',
      header: t('column.place'),
      meta: { width: 166 },
      cell: ({ row: { original: order } }) => placeOf(order),
    }),
    helper.display({
      id: 'placedOn',
      header: t('column.placedOn'),
      meta: { width: 150 },
      cell: ({ row: { original: order } }) => moment(order.createdAt),
    }),
    helper.display({
      id: 'deliveredOn',
      header: t('column.deliveredOn'),
      meta: { width: 150 },
      cell: ({ row: { original: order } }) => moment(order.deliveredAt),
    }),
    helper.display({
      id: 'reference',
      header: t('column.reference'),
      meta: { width: 138 },
      cell: ({ row: { original: order } }) =>
        order.refNumber ? (
          <Reference reference={order.refNumber} />
        ) : (
          <Nothing label={t('table.none')} />
        ),
    }),
    helper.display({
      id: 'status',
      header: t('column.status'),
      meta: { width: 190 },
      cell: ({ row: { original: order } }) => (
        <OrderStatusBadge status={order.orderStatus} locale={locale} />
      ),
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
      meta: { width: 106 },
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
  ]);
}

const placeOf = ({ recipientAddress: { city, province } }: Order) => `${city}, ${province}`;

function Nothing({ label }: { readonly label: string }) {
  return (
    <span className={classes['nothing']}>
      <span aria-hidden>–</span>
      <span className={classes['spoken']}>{label}</span>
    </span>
  );
}

function Reference({ reference }: { readonly reference: string }) {
  return (
    <span className={classes['reference']} title={reference}>
      {wrapReference(reference).join('\n')}
    </span>
  );
}

interface RecipientProps {
  readonly order: Order;
  /** A mark that stands beside the name. */
  readonly children: ReactNode;
}

/** On narrow screens the recipient also tells the place, whose column is hidden. */
function Recipient({ order, children }: RecipientProps) {
  return (
    <>
      <span className={classes['recipient']}>
        <span className={classes['name']}>{order.recipient.name}</span>
        {order.merchantDisplayName && (
          <span className={classes['displayName']}>{order.merchantDisplayName}</span>
        )}
        {children}
      </span>
      <span className={classes['narrowDetails']}>{placeOf(order)}</span>
    </>
  );
}
