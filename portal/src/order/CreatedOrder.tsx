import { Button, Group, Text, Title } from '@mantine/core';
import { IconLink, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { orderCan } from '@portage/contract/orders/order-status';
import { summaryOf, type Order } from '@portage/contract/orders/orders';
import { useTranslation } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';
import { LinkButton } from '../ui/links.tsx';
import { orderQuery } from './order-calls.ts';
import { copyTrackingLinks } from './page-actions.ts';
import { useLabelSettings, usePrintRun } from './printing/print-state.ts';
import { planPrint, RunningActions } from './start-actions.tsx';

/** Polling interval until the order is rated, in ms. */
const ASK_AGAIN = 500;

interface CreatedLabelProps {
  readonly created: Order;
  readonly prints: boolean;
}

/** Appears once the order is rated, unless it needs attention. */
function CreatedLabel({ created, prints }: CreatedLabelProps) {
  const { t } = useTranslation('createdOrder');
  const settings = useLabelSettings();
  const isPrinting = usePrintRun() !== undefined;
  const { data: order = created } = useQuery({
    ...orderQuery(created.id),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.orderStatus === 'CREATED' ? ASK_AGAIN : false,
  });
  const isPlaced = order.orderStatus !== 'CREATED';
  const canPrint = orderCan.printLabel(order).allowed;
  const isReturn = order.returnFrom !== undefined;

  const print = () =>
    planPrint({
      ...settings,
      ...(isReturn && { documents: 'labels' }),
      orders: [summaryOf(order)],
    });
  const printFirst = useEffectEvent(print);
  const isBegun = useRef(false);
  useEffect(() => {
    if (!prints || !canPrint || isBegun.current) return;
    isBegun.current = true;
    printFirst();
  }, [prints, canPrint]);

  return (
    <div aria-live="polite">
      {!isPlaced && <Text mb="lg">{t(prints ? 'printing' : 'placing')}</Text>}
      {isPlaced && !canPrint && <Text mb="lg">{t('notPrintable')}</Text>}
      {canPrint && (
        <Button
          mb="lg"
          leftSection={<IconPrinter size={18} aria-hidden />}
          variant={prints ? 'default' : 'filled'}
          loading={isPrinting}
          onClick={print}
        >
          {t(prints ? 'printAgain' : 'printReturn')}
        </Button>
      )}
      <RunningActions />
    </div>
  );
}

interface CreatedOrderProps {
  readonly order: Order;
  readonly prints: boolean;
  readonly isFocused: boolean;
  readonly children: ReactNode;
}

export function CreatedOrder({ order, prints, isFocused, children }: CreatedOrderProps) {
  const { t } = useTranslation(['createdOrder', 'errors']);
  const { recipient, trackingNumber, returnFrom } = order;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return (
    <>
      <Title order={2} ref={heading} tabIndex={-1} mb="xs">
        {t('errors:success.orderCreated')}
      </Title>
      <Text mb="lg">{t('text', { name: recipient.name, trackingNumber })}</Text>
      {(prints || returnFrom) && <CreatedLabel created={order} prints={prints} />}
      <Group gap="xs">
        {children}
        <Button
          variant="default"
          leftSection={<IconLink size={18} aria-hidden />}
          onClick={() => void copyTrackingLinks([order])}
        >
          {t('copyLink')}
        </Button>
        <LinkButton variant="default" to={paths.order()} params={{ id: order.id }}>
          {t('open')}
        </LinkButton>
      </Group>
    </>
  );
}
