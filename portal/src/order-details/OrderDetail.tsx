import { Tabs, Anchor, Button, Loader } from '@mantine/core';
import { IconPrinter, IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useLayoutEffect } from 'react';
import {
  type AttentionCode,
  attentionEndpoints,
  attentionOf,
} from '@portage/contract/orders/attention';
import { orderText, orderTextNames, type CustomField } from '@portage/contract/orders/new-order';
import { isUndelivered, orderCan } from '@portage/contract/orders/order-status';
import { type Order, summaryOf } from '@portage/contract/orders/orders';
import { serviceNames } from '@portage/contract/rates/rates';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import { useLocale, useTranslation } from '../i18n/i18n.ts';
import { AddressLines } from '../lib/AddressLines.tsx';
import { callQuery } from '../lib/call-query.ts';
import { useMinute } from '../lib/clock.ts';
import { useFormat } from '../lib/format.ts';
import { useMerchant } from '../lib/merchant.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { shopOrderUrl } from '../lib/shop-link.ts';
import { latenessOf, promiseOf, useOrderFormat } from '../order/order-promise.ts';
import { usePrintRun, useLabelSettings } from '../order/printing/print-state.ts';
import { applyRemedy, type Remedy, remedyText } from '../order/remedy.ts';
import { planPrint } from '../order/start-actions.tsx';
import { paths } from '../paths.ts';
import { keyed } from '../ui/keyed.ts';
import { LinkButton } from '../ui/links.tsx';
import { focusPage } from '../ui/return-focus.ts';
import { DETAIL_TABS, type DetailTab, detailTab } from './detail-tab.ts';
import type { EditGroup } from './edit/current-edit.ts';
import { EditableGroup, openEdit } from './edit/EditableGroup.tsx';
import { OrderAddresses } from './OrderAddresses.tsx';
import { OrderItems, OrderPackages } from './OrderContents.tsx';
import classes from './OrderDetail.module.css';
import { CarrierFacts, DeliveryFacts, IdentityFacts, Fact, PhoneFact } from './OrderFacts.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderTags } from './tags/OrderTags.tsx';
import { OrderTracking } from './tracking/OrderTracking.tsx';

/** Neither origins nor orders that the carrier has can be edited. */
const groupToEdit: Readonly<Record<AttentionCode, EditGroup | undefined>> = {
  origin_not_found: undefined,
  postal_code_not_in_province: 'recipient',
  recipient_not_found: 'recipient',
  outside_service_area: 'recipient',
  too_heavy: 'packages',
  no_rate: 'delivery',
  cutoff_passed: 'delivery',
  window_not_offered: 'delivery',
  delivery_failed: undefined,
  not_delivered: undefined,
  returned: undefined,
  lost: undefined,
};

const tabOfGroup = {
  recipient: 'information',
  packages: 'packages',
  delivery: 'information',
  notes: 'information',
} as const satisfies Record<EditGroup, DetailTab>;

interface AttentionNoticeProps {
  readonly order: Order;
  readonly onTab: (tab: DetailTab) => void;
}

function AttentionNotice({ order, onTab }: AttentionNoticeProps) {
  const { t, locale } = useTranslation(['orderDetail', 'orders']);
  const known = attentionOf(order, locale);
  const attention = callQuery(attentionEndpoints.get, { params: { id: order.id } });
  const { data } = useQuery({
    // Until the server's answer, the order tells why.
    ...attention,
    queryKey: [...attention.queryKey, order.version, locale],
    enabled: known !== undefined,
  });
  if (!known) return null;

  const { code, reason, correction, services } = data?.attention ?? known;
  const group = groupToEdit[code];
  const names = services?.map((service) => serviceNames[service][locale]);
  return (
    <div className={classes['reprint']} role="note" data-attention={code}>
      <IconAlertTriangle size={20} aria-hidden />
      <p>
        <strong>{t('attention.title')}</strong> {reason}
        {names && names.length > 0 && (
          <> {t('attention.offered', { services: names.join(', '), count: names.length })}</>
        )}
      </p>
      <div className={classes['noticeActions']}>
        {correction && <RemedyButton order={order} remedy={{ recipientAddress: correction }} />}
        {group && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onTab(tabOfGroup[group]);
              void openEdit(order, group);
            }}
          >
            {t(`attention.edit.${group}`)}
          </Button>
        )}
        {isUndelivered(order) && (
          <>
            <LinkButton
              size="xs"
              variant="default"
              to={paths.newOrder()}
              search={{ duplicate: order.id }}
            >
              {t('orders:worklist.again')}
            </LinkButton>
            <RemedyButton order={order} remedy="close" />
          </>
        )}
        {code === 'origin_not_found' && (
          <LinkButton size="xs" variant="default" to={paths.shipFromLocations()}>
            {t('attention.locations')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

interface RemedyButtonProps {
  readonly order: Order;
  readonly remedy: Remedy;
}

function RemedyButton({ order, remedy }: RemedyButtonProps) {
  const { t } = useTranslation(['orders', 'errors']);
  const texts = { t, locale: useLocale(), format: useOrderFormat(order) };
  const isClosing = remedy === 'close';
  const { mutate, isPending } = useMutation({
    mutationFn: () => applyRemedy(order, remedy),
    onSuccess() {
      if (!isClosing) notifySuccess({ about: 'orders', title: t('errors:success.orderUpdated') });
    },
    onError: (cause) =>
      notifyError({
        title: t(isClosing ? 'worklist.notClosed' : 'errors:error.couldNotUpdateOrder'),
        cause,
      }),
  });
  return (
    <Button
      size="xs"
      leftSection={isPending && <Loader size={14} color="currentColor" />}
      aria-busy={isPending}
      onClick={() => {
        if (!isPending) mutate();
      }}
    >
      {remedyText(remedy, texts)}
    </Button>
  );
}

/** Expects a printable order. */
function ReprintLabel({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const settings = useLabelSettings();
  const isPrinting = usePrintRun() !== undefined;
  const canPrint = orderCan.printLabel(order).allowed;
  const whyNot = order.orderStatus === 'CANCELLED' ? 'reprint.cancelled' : 'reprint.notYet';

  const notice = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    const element = notice.current;
    // Printing removes it, with the focus.
    return () => {
      const { activeElement, body } = document;
      const isNowhere = wasPressed.current && activeElement === body;
      if (isNowhere || element?.contains(activeElement)) focusPage();
    };
  }, []);

  return (
    <div ref={notice} className={classes['reprint']}>
      <IconPrinter size={20} aria-hidden />
      <p>
        <strong>{t('reprint.title')}</strong> {t(canPrint ? 'reprint.text' : whyNot)}
      </p>
      {canPrint && (
        <Button
          size="xs"
          variant="default"
          loading={isPrinting}
          onClick={() => {
            wasPressed.current = true;
            planPrint({ ...settings, documents: 'labels', orders: [summaryOf(order)] });
          }}
        >
          {t('reprint.action', { format: t(`orders:print.format.${settings.format}`) })}
        </Button>
      )}
    </div>
  );
}

const ITEMS_NAMED = 3;

/** Calls a late delivery late. */
export function Lateness({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orderDetail');
  const lateness = latenessOf(order, useMinute());
  if (!lateness) return null;
  return <strong className={classes['late']}>{t(`lateness.${lateness}`)}</strong>;
}

function RecipientFacts({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const format = useOrderFormat(order);
  const { recipient, recipientAddress, orderItems } = order;
  const promise = promiseOf(order, format);
  const named = orderItems
    .slice(0, ITEMS_NAMED)
    .map(({ name, quantity }) => `${format.number(quantity)} × ${name}`);
  const more = orderItems.length - named.length;
  return (
    <div className={classes['stack']}>
      <EditableGroup order={order} group="recipient" title={t('orders:column.recipient')}>
        <dl className={classes['list']}>
          <Fact term={t('field.recipient.name')} translate="no">
            {recipient.name}
          </Fact>
          <PhoneFact phone={recipient.phone} />
          <Fact term={t('address')}>
            <AddressLines address={recipientAddress} />
          </Fact>
        </dl>
      </EditableGroup>
      <dl className={classes['list']}>
        <Fact term={t('returnFrom')} translate="no">
          {order.returnFrom?.name}
        </Fact>
        <Fact term={t('orders:detail.promise')}>
          {promise && (
            <>
              {promise} <Lateness order={order} />
            </>
          )}
        </Fact>
        <Fact term={t('orders:column.packages')}>{format.number(order.packages.length)}</Fact>
        <Fact term={t('tab.items')}>
          {named.length > 0 && (
            <>
              {named.join(', ')}
              {more > 0 && ` ${t('moreItems', { count: more })}`}
            </>
          )}
        </Fact>
      </dl>
    </div>
  );
}

const OTHER_NOTES = orderTextNames.filter((name) => orderText(name).isNote && name !== 'notes');

function NotesAndTags({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation(['orderDetail', 'orders']);
  const others = OTHER_NOTES.filter((name) => order[name]);
  return (
    <div className={classes['stack']}>
      <EditableGroup order={order} group="notes" title={t('orders:detail.notes')}>
        <p className={classes['text']} data-empty={!order.notes}>
          {order.notes ?? t('noNotes')}
        </p>
        {others.length > 0 && (
          <dl className={classes['list']}>
            {others.map((name) => (
              <Fact key={name} term={orderText(name).label[locale]}>
                {order[name]}
              </Fact>
            ))}
          </dl>
        )}
      </EditableGroup>
      <div>
        <h2>{t('orders:detail.tags')}</h2>
        <OrderTags order={order} />
      </div>
      {order.customFields.length > 0 && (
        <div>
          <h2>{t('group.customFields')}</h2>
          <dl className={classes['list']}>
            {keyed(order.customFields, ({ name }) => name).map(({ item, key }) => (
              <Fact key={key} term={item.name}>
                <CustomFieldValue field={item} />
              </Fact>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}

/** A shop order's id links to the shop (spec 1 §3). */
function CustomFieldValue({ field }: { readonly field: CustomField }) {
  const shop = useMerchant().data?.shopifyShop;
  const shopOrderId = shopOrderIdOf({ customFields: [field] });
  if (shop === undefined || shopOrderId === undefined) return field.value;
  return (
    <Anchor href={shopOrderUrl(shop, shopOrderId)} inherit>
      {field.value}
    </Anchor>
  );
}

const panels = {
  information: OrderInformation,
  items: OrderItems,
  packages: OrderPackages,
  addresses: OrderAddresses,
  history: OrderHistory,
} as const satisfies Record<DetailTab, unknown>;

/** Pixels of the tab before. */
const BEFORE_CHOSEN_TAB = 48;

interface OrderDetailProps {
  readonly order: Order;
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  readonly action?: ReactNode;
}

/** Spec 1 §2. */
export function OrderDetail({ order, tab, onTab, action }: OrderDetailProps) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const { number } = useFormat();
  const Panel = panels[tab];
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone it may be out of view.
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
                    <span className={classes['tabCount']}> {number(counts[one])}</span>
                  )}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {action}
          </div>
          <Tabs.Panel value={tab} className={classes['panel'] ?? ''}>
            <Panel order={order} />
          </Tabs.Panel>
        </Tabs>
        <OrderTracking order={order} />
      </div>
    </section>
  );
}

function OrderInformation({ order }: { readonly order: Order }) {
  return (
    <div className={classes['groups']}>
      <RecipientFacts order={order} />
      <DeliveryFacts order={order} />
      <NotesAndTags order={order} />
      <IdentityFacts order={order} />
      <CarrierFacts order={order} />
    </div>
  );
}
