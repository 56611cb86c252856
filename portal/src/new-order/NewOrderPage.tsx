import { Skeleton, Stack, Title } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import type { Order } from '@portage/contract/orders';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { paths } from '../paths.ts';
import { OrderCreated } from './OrderCreated.tsx';
import { OrderWizard } from './OrderWizard.tsx';
import '@mantine/core/styles/Skeleton.layer.css';

/** The wizard that creates one order (spec 2 §2, /new), and what follows its success. */
export function NewOrderPage() {
  const { t } = useTranslation(['newOrder', 'errors']);
  const merchant = useMerchant();
  return (
    <>
      <Title order={1} mb="lg">
        {t('title')}
      </Title>
      {merchant.data && <NewOrder merchant={merchant.data} />}
      {merchant.isPending && <WizardSkeleton />}
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

function NewOrder({ merchant }: { readonly merchant: Merchant }) {
  const [created, setCreated] = useState<Order>();
  const navigate = useNavigate();
  const createAnother = useCallback(() => setCreated(undefined), []);

  if (created) return <OrderCreated order={created} onCreateAnother={createAnother} />;
  return (
    <OrderWizard
      merchant={merchant}
      onCreated={(order) => {
        setCreated(order);
        void navigate({ to: paths.newOrder(), search: {}, replace: true });
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
