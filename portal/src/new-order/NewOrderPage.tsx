import { Skeleton, Stack, Title } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import type { Order } from '@portage/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../lib/attempt.ts';
import { LoadFailed, ProfileFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { notifySuccess } from '../lib/notify.tsx';
import { currentSession } from '../lib/session.ts';
import { orderQuery } from '../order/order-calls.ts';
import { duplicateDraft, nextDraft, returnDraft } from '../order/order-form/draft-of-order.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { paths } from '../paths.ts';
import { moveOldDraft } from './draft-storage.ts';
import { OrderCreated } from './OrderCreated.tsx';
import { OrderEntryForm } from './OrderEntryForm.tsx';
import { useDraftOwner } from './use-draft-keeper.ts';
import '@mantine/core/styles/Skeleton.layer.css';

/** Creates one order, in the wizard (spec 2 §2, /new) or the express form, and what follows its success. */
export function NewOrderPage() {
  const { t } = useTranslation('newOrder');
  const merchant = useMerchant();
  const owner = useDraftOwner();
  useState(() => {
    const merchantId = currentSession()?.merchantId ?? '';
    moveOldDraft(sessionStorage, localStorage, { owner, merchantId, now: Date.now() });
  });
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
      {source.isError && !isReady && (
        <LoadFailed
          title={t('begin.loadFailed')}
          error={source.error}
          onRetry={() => void source.refetch()}
        />
      )}
      <ProfileFailed profile={merchant} />
    </>
  );
}

interface NewOrderProps {
  readonly merchant: Merchant;
  /** What the first order begins with, if not blank. */
  readonly begun: OrderDraft | undefined;
}

function NewOrder({ merchant, begun }: NewOrderProps) {
  const { t } = useTranslation('newOrder');
  const { draft: draftId = '' } = useSearch({ from: '/signed-in/new' });
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ draftId: string; order: Order }>();
  const [next, setNext] = useState<{ draftId: string; draft: OrderDraft }>();
  const [fork, setFork] = useState<{ draftId: string; key: string }>();
  // A fork goes on in the same form: only its id is another one.
  const key = fork?.draftId === draftId ? fork.key : draftId;

  /** Goes to an order by its draft, on the page where it begins. */
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
        <OrderCreated order={created.order} onCreateAnother={createAnother} />
      </>
    );
  }
  return (
    <OrderEntryForm
      key={key}
      merchant={merchant}
      draftId={draftId}
      begun={next?.draftId === draftId ? next.draft : begun}
      onCreated={(order) => {
        setCreated({ draftId, order });
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
