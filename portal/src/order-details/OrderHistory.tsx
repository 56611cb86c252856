import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Locale, Translated } from '@portage/contract/locale';
import { isOrderText, orderTexts } from '@portage/contract/orders/new-order';
import {
  type HistoryEntry,
  orderEditEndpoints,
  type FieldChange,
  readWindow,
} from '@portage/contract/orders/order-edits';
import { statusName } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { formatPhone } from '@portage/contract/phone';
import { deliveryServiceNames, serviceNames } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import { callKey, callQuery } from '../lib/call-query.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { Timestamp } from '../lib/Timestamp.tsx';
import { promiseOf, useOrderFormat } from '../order/order-promise.ts';
import { whenDone } from '../order/start-actions.tsx';
import classes from './OrderDetail.module.css';

/** Returns an unknown code unchanged. */
const nameIn = (names: Readonly<Record<string, Translated>>, code: string, locale: Locale) =>
  names[code]?.[locale] ?? code;

export function useFieldText(order: Pick<Order, 'recipientAddress' | 'originAddress'>) {
  const { t, locale } = useTranslation(['orderDetail', 'orders', 'common']);
  const format = useOrderFormat(order);

  function valueOf(field: FieldChange['field'], text: string | undefined): string {
    if (text === undefined || text === '') return t('history.nothing');
    switch (field) {
      case 'recipient.phone':
        return formatPhone(text);
      case 'recipientAddress.country':
        return text === 'CA' || text === 'US' ? t(`common:country.${text}`) : text;
      case 'recipientAddress.isBusinessAddress':
        return t(text === 'true' ? 'orders:yes' : 'orders:no');
      case 'service':
        return nameIn(serviceNames, text, locale);
      case 'window': {
        const window = readWindow(text);
        const ends = { completeAfter: window?.start, completeBefore: window?.end };
        return promiseOf(ends, format) ?? text;
      }
      case 'deliveryService':
        return nameIn(deliveryServiceNames, text, locale);
      default:
        return text;
    }
  }

  return {
    nameOf: (field: FieldChange['field']) =>
      isOrderText(field) ? orderTexts[field].label[locale] : t(`field.${field}`),
    valueOf,
    statusName: (status: string) => statusName(status, locale),
  };
}

interface HistoryLineProps {
  readonly entry: HistoryEntry;
  readonly order: Order;
}

/** Actors that are not people. */
const SYSTEMS: ReadonlySet<string> = new Set(['system', 'carrier', 'operator']);

/** Dots separate keys in dictionaries. */
const ACTIONS = {
  'order.created': 'created',
  'order.edited': 'edited',
  'order.deleted': 'deleted',
  'order.restored': 'restored',
  'order.attention_closed': 'closed',
  'order.attention_reopened': 'reopened',
} as const;

function HistoryLine({ entry, order }: HistoryLineProps) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const format = useOrderFormat(order);
  const { nameOf, valueOf, statusName } = useFieldText(order);
  const { at, by, action, from, to, label, changes } = entry;
  const who = SYSTEMS.has(by) ? t(`history.by.${by as 'system' | 'carrier' | 'operator'}`) : by;

  function changeText({ field, from: before, to: after }: FieldChange): string {
    if (field === 'tags') {
      return after === undefined
        ? t('history.tagRemoved', { tag: before })
        : t('history.tagAdded', { tag: after });
    }
    return t('history.changed', {
      field: nameOf(field),
      from: valueOf(field, before),
      to: valueOf(field, after),
    });
  }

  function actionText(): string {
    if (action === 'order.status_changed') {
      return t('history.statusChanged', { from: statusName(from ?? ''), to: statusName(to ?? '') });
    }
    if (action !== 'label.printed') return t(`history.action.${ACTIONS[action]}`);
    const { version = 1, format: labelFormat = 'zpl' } = label ?? {};
    return t('history.labelPrinted', { version, format: t(`orders:print.format.${labelFormat}`) });
  }

  return (
    <li>
      <span className={classes['historyHead']}>
        <strong>{actionText()}</strong>
        <span className={classes['historyWho']}>
          {who} · <Timestamp at={at} format={format} />
        </span>
      </span>
      {changes.length > 0 && (
        <ul className={classes['plain']}>
          {changes.map((change) => (
            <li key={`${change.field} ${change.from} ${change.to}`}>{changeText(change)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

export function OrderHistory({ order }: { readonly order: Order }) {
  const { id, version } = order;
  const { t } = useTranslation('orderDetail');
  const history = useQuery({
    ...callQuery(orderEditEndpoints.history, { params: { id } }),
    queryKey: [...callKey(orderEditEndpoints.history, { params: { id } }), version],
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data, error, refetch } = history;
  useEffect(
    () => whenDone('printed', (orders) => void (orders.some((one) => one.id === id) && refetch())),
    [id, refetch],
  );
  if (error && !data) {
    return <LoadFailed title={t('history.loadFailed')} query={history} />;
  }
  if (!data) {
    return (
      <output className={classes['history']} aria-label={t('history.loading')}>
        {['62%', '48%', '55%'].map((width) => (
          <Skeleton key={width} h={34} w={width} />
        ))}
      </output>
    );
  }
  return (
    <ol className={classes['history']}>
      {data.entries.map((entry, index) => (
        <HistoryLine key={keyOf(entry, data.entries.length - index)} entry={entry} order={order} />
      ))}
    </ol>
  );
}

/** Counts from the oldest, so that keys stay. */
const keyOf = ({ at, action }: HistoryEntry, number: number) => `${number} ${at} ${action}`;
