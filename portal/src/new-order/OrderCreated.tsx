import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import type { Order } from '@portage/contract/orders';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hideNotice } from '../lib/notices.ts';
import { notifySuccess } from '../lib/notify.tsx';
import { paths } from '../paths.ts';
import { ReturnLabel } from './ReturnLabel.tsx';

interface OrderCreatedProps {
  readonly order: Order;
  readonly onCreateAnother: () => void;
}

/**
 * What follows a creation (spec 2 §2): a notification with a link to create another order, which
 * leads to the orders list when it goes, and behind it the same two ways on. A return stays on the
 * screen instead, to print its label.
 */
export function OrderCreated({ order, onCreateAnother }: OrderCreatedProps) {
  const { t } = useTranslation(['newOrder', 'errors']);
  const heading = useRef<HTMLHeadingElement>(null);
  const another = useRef<HTMLButtonElement>(null);
  // In the express form Enter begins the next one.
  const { express } = useSearch({ from: '/signed-in/new' });
  useCreatedNotification(onCreateAnother, order.returnFrom === undefined);
  useEffect(() => (express ? another : heading).current?.focus(), [express]);

  return (
    <Paper withBorder p="lg" maw={680}>
      <Title order={2} ref={heading} tabIndex={-1} mb="xs">
        {t('errors:success.orderCreated')}
      </Title>
      <Text mb="lg">
        {t('created.text', { name: order.recipient.name, trackingNumber: order.trackingNumber })}
      </Text>
      {order.returnFrom && <ReturnLabel id={order.id} />}
      <Group>
        <Button
          component={Link}
          to={paths.orders()}
          variant={order.returnFrom ? 'default' : 'filled'}
        >
          {t('created.toOrders')}
        </Button>
        <Button ref={another} variant="default" onClick={onCreateAnother}>
          {t('created.another')}
        </Button>
      </Group>
    </Paper>
  );
}

/**
 * The notification lives no longer than the page it speaks on: who goes elsewhere is not led away.
 * Without `leaves` the page stays when the notification closes.
 */
function useCreatedNotification(onCreateAnother: () => void, leaves: boolean): void {
  const { t } = useTranslation(['newOrder', 'errors']);
  const navigate = useNavigate();

  useEffect(() => {
    let isOnScreen = true;
    const id = notifySuccess({
      about: 'settings',
      title: t('errors:success.orderCreated'),
      message: (
        <Anchor component="button" type="button" size="sm" onClick={onCreateAnother}>
          {t('created.another')}
        </Anchor>
      ),
      onClose: () => {
        if (isOnScreen && leaves) void navigate({ to: paths.orders() });
      },
    });
    return () => {
      isOnScreen = false;
      hideNotice(id);
    };
  }, [t, navigate, onCreateAnother, leaves]);
}
