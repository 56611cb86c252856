import { Tabs } from '@mantine/core';
import type { Order } from '@portage/contract/orders';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Tabs.layer.css';
import type { Format } from '../lib/format.ts';
import { OrderTracking } from './tracking/OrderTracking.tsx';
import { DETAIL_TABS, type DetailTab, detailTab } from './detail-tab.ts';
import { AttentionNotice } from './AttentionNotice.tsx';
import { OrderAddresses } from './OrderAddresses.tsx';
import classes from './OrderDetail.module.css';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderPackages } from './OrderPackages.tsx';
import { ReprintLabel } from './ReprintLabel.tsx';
import { CarrierFacts } from './CarrierFacts.tsx';
import { DeliveryFacts } from './DeliveryFacts.tsx';
import { IdentityFacts } from './IdentityFacts.tsx';
import { NotesAndTags } from './NotesAndTags.tsx';
import { RecipientFacts } from './RecipientFacts.tsx';

const panels = {
  information: OrderInformation,
  items: OrderItems,
  packages: OrderPackages,
  addresses: OrderAddresses,
  history: OrderHistory,
} as const satisfies Record<DetailTab, unknown>;

/** How much of the tab before the chosen one stays in sight where they scroll, in pixels. */
const BEFORE_CHOSEN_TAB = 48;

interface OrderDetailProps {
  readonly order: Order;
  /** In the merchant's time zone. */
  readonly format: Format;
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  /** Stands beside the tabs. */
  readonly action?: ReactNode;
}

/** Everything about an order (spec 1 §2): what happened last, and the rest in tabs. */
export function OrderDetail({ order, format, tab, onTab, action }: OrderDetailProps) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const Panel = panels[tab];
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone it may stand beyond the edge.
    const chosen = tabs.current?.children.item(DETAIL_TABS.indexOf(tab));
    if (!(chosen instanceof HTMLElement)) return;
    tabs.current?.scrollTo({ left: chosen.offsetLeft - BEFORE_CHOSEN_TAB });
  }, [tab]);
  const counts: Partial<Record<DetailTab, number>> = {
    items: order.orderItems.length,
    packages: order.packages.length,
  };
  return (
    <section
      className={classes['detail']}
      aria-label={t('orders:detail.name', { name: order.recipient.name })}
    >
      <AttentionNotice order={order} onTab={onTab} />
      {order.labelStale && <ReprintLabel order={order} />}
      <div className={classes['columns']}>
        <Tabs
          value={tab}
          onChange={(chosen) => onTab(detailTab(chosen) ?? 'information')}
          keepMounted={false}
        >
          <div className={classes['bar']}>
            <Tabs.List ref={tabs} aria-label={t('tabs')} className={classes['tabs'] ?? ''}>
              {DETAIL_TABS.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {t(`tab.${one}`)}
                  {counts[one] !== undefined && (
                    <span className={classes['tabCount']}> {format.number(counts[one])}</span>
                  )}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {action}
          </div>
          <Tabs.Panel value={tab} className={classes['panel'] ?? ''}>
            <Panel order={order} format={format} />
          </Tabs.Panel>
        </Tabs>
        <OrderTracking order={order} format={format} />
      </div>
    </section>
  );
}

interface OrderInformationProps {
  readonly order: Order;
  readonly format: Format;
}

/** Who receives the order, how it is delivered, what was noted, what it is, and what the carrier told. */
function OrderInformation({ order, format }: OrderInformationProps) {
  return (
    <div className={classes['groups']}>
      <RecipientFacts order={order} format={format} />
      <DeliveryFacts order={order} format={format} />
      <NotesAndTags order={order} />
      <IdentityFacts order={order} format={format} />
      <CarrierFacts order={order} format={format} />
    </div>
  );
}
