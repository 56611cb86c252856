import { Anchor, Text } from '@mantine/core';
import { promisedOrderEndpoints } from '@portage/contract/promised-orders';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../lib/call-query.ts';
import { paths } from '../paths.ts';
import classes from './ProfileTable.module.css';

/** The orders that are promised for a day already: an exception does not move them. */
export function PromisedOrders({ date }: { readonly date: string }) {
  const { t } = useTranslation('merchant');
  const { data } = useQuery(callQuery(promisedOrderEndpoints.list, { query: { date } }));
  if (!data) return undefined;
  const { orders, isComplete } = data;
  const count = orders.length;
  return (
    <div aria-live="polite">
      <Text size="sm" mt="sm">
        {count === 0
          ? t('exceptions.promisedNone')
          : t(isComplete ? 'exceptions.promised' : 'exceptions.promisedMore', { count })}
      </Text>
      {count > 0 && (
        <ul className={classes['orders']}>
          {orders.map(({ id, recipientName, trackingNumber }) => (
            <li key={id}>
              <Anchor
                size="sm"
                renderRoot={(props) => <Link {...props} to={paths.order()} params={{ id }} />}
              >
                {recipientName}
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                {trackingNumber}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
