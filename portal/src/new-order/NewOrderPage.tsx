import {
  Skeleton,
  Stack,
  Title,
  Anchor,
  Button,
  Group,
  Paper,
  Text,
  Alert,
  List,
} from '@mantine/core';
import { IconAlertTriangle, IconBolt, IconListNumbers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState, useEffect, useRef } from 'react';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { SimilarOrder } from '@portage/contract/orders/similar-orders';
import { useTranslation } from '../i18n/i18n.ts';
import { newKey } from '../lib/attempt.ts';
import { LeaveDialog } from '../lib/LeaveDialog.tsx';
import { LoadFailed, ProfileFailed } from '../lib/LoadFailed.tsx';
import { useMerchant, useMerchantFormat } from '../lib/merchant.ts';
import { notifySuccess, hideNotice } from '../lib/notify.tsx';
import { CreatedOrder } from '../order/CreatedOrder.tsx';
import { orderQuery } from '../order/order-calls.ts';
import {
  duplicateDraft,
  nextDraft,
  returnDraft,
  type OrderDraft,
} from '../order/order-form/order-draft.ts';
import { paths } from '../paths.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { LinkAnchor, LinkButton } from '../ui/links.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Drafts } from './Drafts.tsx';
import { ExpressForm } from './ExpressForm.tsx';
import classes from './OrderEntryForm.module.css';
import { OrderWizard } from './OrderWizard.tsx';
import { type EntryBeginning, useOrderEntry } from './use-order-entry.ts';
import { isOrderPart, stepOfPart } from './wizard-steps.ts';

interface SimilarOrdersProps {
  /** Empty without a question. */
  readonly orders: readonly SimilarOrder[];
  readonly onCancel: () => void;
  readonly onCreate: () => void;
}

/** Asks before an order is created that resembles one of the last day. */
function SimilarOrders({ orders, onCancel, onCreate }: SimilarOrdersProps) {
  const { t } = useTranslation('newOrder');
  const { shortDateTime } = useMerchantFormat();
  return (
    <ConfirmDialog
      isOpen={orders.length > 0}
      title={t('similar.title')}
      text={
        <>
          <Text mb="sm">{t('similar.text')}</Text>
          <List spacing={4}>
            {orders.map(({ id, recipient, refNumber, createdAt }) => (
              <List.Item key={id}>
                <LinkAnchor to={paths.order()} params={{ id }} target="_blank">
                  {[recipient.name, refNumber, shortDateTime(createdAt)]
                    .filter(Boolean)
                    .join('\u00a0· ')}
                </LinkAnchor>
              </List.Item>
            ))}
          </List>
        </>
      }
      yes={t('similar.create')}
      no={t('similar.cancel')}
      onYes={onCreate}
      onNo={onCancel}
    />
  );
}

interface OrderEntryFormProps extends EntryBeginning {
  readonly merchant: Merchant;
}

/** Wizard and express form share their values. */
function OrderEntryForm({ merchant, ...beginning }: OrderEntryFormProps) {
  const { t } = useTranslation('newOrder');
  const { express } = useSearch({ from: '/signed-in/new' });
  const entry = useOrderEntry(merchant, beginning);
  const Icon = express ? IconListNumbers : IconBolt;
  const leftOut = entry.leftOut.map((part) =>
    isOrderPart(part) ? t(`step.${stepOfPart[part]}`) : t('drafts.otherParts'),
  );
  return (
    <>
      <Stack className={classes['head'] ?? ''} mod={{ express }}>
        <PageHead
          title={t('title')}
          action={
            <Group gap="md">
              <Drafts openId={beginning.draftId} />
              <LinkAnchor
                size="sm"
                className={classes['switch'] ?? ''}
                to={paths.newOrder()}
                search={({ express: isExpress, step: _step, ...search }) =>
                  isExpress ? search : { ...search, express: true }
                }
              >
                <Icon size={16} aria-hidden />
                {t(express ? 'express.toWizard' : 'express.toExpress')}
              </LinkAnchor>
            </Group>
          }
        />
        {leftOut.length > 0 && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('drafts.leftOut', { parts: [...new Set(leftOut)].join(', ') })}
          </Alert>
        )}
        {!entry.isKept && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('drafts.notKept')}
          </Alert>
        )}
      </Stack>
      {express ? (
        <ExpressForm entry={entry} merchant={merchant} />
      ) : (
        <OrderWizard entry={entry} merchant={merchant} />
      )}
      <SimilarOrders
        orders={entry.similar}
        onCancel={entry.dismissSimilar}
        onCreate={() => void entry.createAnyway()}
      />
      <LeaveDialog title={t('leave.title')} isUnsaved={!entry.isKept} />
    </>
  );
}

interface OrderCreatedProps {
  readonly order: Order;
  readonly prints: boolean;
  readonly onCreateAnother: () => void;
}

/** Leads to the list, or stays with a label to print (spec 2 §2). */
function OrderCreated({ order, prints, onCreateAnother }: OrderCreatedProps) {
  const { t } = useTranslation(['newOrder', 'createdOrder']);
  const another = useRef<HTMLButtonElement>(null);
  // Enter in the express form starts the next order.
  const { express = false } = useSearch({ from: '/signed-in/new' });
  const stays = prints || order.returnFrom !== undefined;
  useCreatedNotification(onCreateAnother, !stays);
  useEffect(() => {
    if (express) another.current?.focus();
  }, [express]);

  return (
    <Paper withBorder p="lg" maw={760}>
      <CreatedOrder order={order} prints={prints} isFocused={!express}>
        <LinkButton to={paths.orders()} variant={stays ? 'default' : 'filled'}>
          {t('created.toOrders')}
        </LinkButton>
        <Button ref={another} variant="default" onClick={onCreateAnother}>
          {t('createdOrder:another')}
        </Button>
      </CreatedOrder>
    </Paper>
  );
}

/** Stays on the page when the notification closes, unless `leaves`. */
function useCreatedNotification(onCreateAnother: () => void, leaves: boolean): void {
  const { t } = useTranslation(['createdOrder', 'errors']);
  const navigate = useNavigate();

  useEffect(() => {
    let isOnScreen = true;
    const id = notifySuccess({
      title: t('errors:success.orderCreated'),
      message: (
        <Anchor component="button" type="button" size="sm" onClick={onCreateAnother}>
          {t('another')}
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

/** Creates one order (spec 2 §2, /new). */
export function NewOrderPage() {
  const { t } = useTranslation('newOrder');
  const merchant = useMerchant();
  const { duplicate, return: returned } = useSearch({ from: '/signed-in/new' });
  const sourceId = duplicate ?? returned;
  const source = useQuery({ ...orderQuery(sourceId ?? ''), enabled: sourceId !== undefined });
  const isReady = sourceId === undefined || source.data !== undefined;
  const draftOf = returned === undefined ? duplicateDraft : returnDraft;
  return (
    <>
      {!(merchant.data && isReady) && (
        <Title order={1} mb="lg">
          {t('title')}
        </Title>
      )}
      {merchant.data && isReady && (
        <NewOrder
          merchant={merchant.data}
          begun={source.data && sourceId ? draftOf(source.data, merchant.data) : undefined}
        />
      )}
      {(merchant.isPending || (!isReady && !source.isError)) && <WizardSkeleton />}
      <LoadFailed title={t('begin.loadFailed')} query={source} />
      <ProfileFailed profile={merchant} />
    </>
  );
}

interface NewOrderProps {
  readonly merchant: Merchant;
  /** Undefined for a blank order. */
  readonly begun: OrderDraft | undefined;
}

function NewOrder({ merchant, begun }: NewOrderProps) {
  const { t } = useTranslation('newOrder');
  const { draft: draftId = '' } = useSearch({ from: '/signed-in/new' });
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ draftId: string; order: Order; prints: boolean }>();
  const [next, setNext] = useState<{ draftId: string; draft: OrderDraft }>();
  const [fork, setFork] = useState<{ draftId: string; key: string }>();
  // A forked draft continues in the same form under a new id.
  const key = fork?.draftId === draftId ? fork.key : draftId;

  /** Opens a draft on its first page. */
  const open = useCallback(
    (draft: string, options: { replace?: boolean } = {}) =>
      void navigate({
        to: paths.newOrder(),
        search: ({ express }) => ({ ...(express && { express }), draft }),
        ...options,
      }),
    [navigate],
  );
  const createAnother = useCallback(() => {
    if (!created) return;
    const id = newKey();
    setNext({ draftId: id, draft: nextDraft(created.order, merchant) });
    open(id);
  }, [created, merchant, open]);

  if (created?.draftId === draftId) {
    return (
      <>
        <Title order={1} mb="lg">
          {t('title')}
        </Title>
        <OrderCreated {...created} onCreateAnother={createAnother} />
      </>
    );
  }
  return (
    <OrderEntryForm
      key={key}
      merchant={merchant}
      draftId={draftId}
      begun={next?.draftId === draftId ? next.draft : begun}
      onCreated={(order, prints) => {
        setCreated({ draftId, order, prints });
        open(draftId, { replace: true });
      }}
      onForked={(id) => {
        notifySuccess({ title: t('drafts.forked'), message: t('drafts.forkedText') });
        setFork({ draftId: id, key });
        void navigate({
          to: paths.newOrder(),
          search: (search) => ({ ...search, draft: id }),
          replace: true,
        });
      }}
    />
  );
}

function WizardSkeleton() {
  return (
    <Stack maw={680} gap="lg" aria-hidden>
      <Skeleton height={40} />
      <Skeleton height={28} width={180} />
      <Skeleton height={56} />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Stack>
  );
}
