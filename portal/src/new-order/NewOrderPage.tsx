import { Skeleton, Stack, Title } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import type { Order } from '@portage/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { orderQuery } from '../order/order-calls.ts';
import { duplicateDraft, nextDraft, returnDraft } from '../order/order-form/draft-of-order.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { paths } from '../paths.ts';
import { OrderCreated } from './OrderCreated.tsx';
import { OrderEntryForm } from './OrderEntryForm.tsx';
import '@mantine/core/styles/Skeleton.layer.css';

/** Creates one order, in the wizard (spec 2 §2, /new) or the express form, and what follows its success. */
export function NewOrderPage() {
  const { t } = useTranslation(['newOrder', 'errors']);
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
      {source.isError && !isReady && (
        <LoadFailed
          title={t('begin.loadFailed')}
          error={source.error}
          onRetry={() => void source.refetch()}
        />
      )}
      {merchant.isError && !merchant.data && (
        <LoadFailed
          title={t('errors:error.couldNotGetProfileInfo')}
          error={merchant.error}
          onRetry={() => void merchant.refetch()}
        />
      )}
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
  const [created, setCreated] = useState<Order>();
  const navigate = useNavigate();
  const { express } = useSearch({ from: '/signed-in/new' });
  const [next, setNext] = useState<OrderDraft>();
  const createAnother = useCallback(() => setCreated(undefined), []);

  if (created) {
    return (
      <>
        <Title order={1} mb="lg">
          {t('title')}
        </Title>
        <OrderCreated
          order={created}
          isExpress={express === true}
          onCreateAnother={createAnother}
        />
      </>
    );
  }
  return (
    <OrderEntryForm
      merchant={merchant}
      begun={next ?? begun}
      onCreated={(order) => {
        setCreated(order);
        setNext(nextDraft(order, merchant));
        void navigate({ to: paths.newOrder(), search: express ? { express } : {}, replace: true });
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
