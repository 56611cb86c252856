import { Paper, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProfileFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { OwnerOnly, OwnerOnlyReason } from '../lib/OwnerOnly.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { AddLocation } from './AddLocation.tsx';
import { AdditionalLocations } from './AdditionalLocations.tsx';
import { MainLocation } from './MainLocation.tsx';
import '@mantine/core/styles/Skeleton.layer.css';

/** Where the merchant's orders are picked up (spec 2 §2, /shipFromLocations). */
export function ShipFromLocationsPage() {
  const { t } = useTranslation('locations');
  const merchant = useMerchant();
  return (
    <Stack gap="lg" maw={pageWidth.sections}>
      <PageHead
        title={t('title')}
        text={t('text')}
        action={
          merchant.data && (
            <OwnerOnly>
              <AddLocation />
            </OwnerOnly>
          )
        }
      />
      {merchant.data && (
        <>
          <MainLocation address={merchant.data.merchantLocation} />
          <OwnerOnlyReason />
          <OwnerOnly>
            <AdditionalLocations locations={merchant.data.additionalLocations} />
          </OwnerOnly>
        </>
      )}
      {merchant.isPending && <LocationsSkeleton />}
      <ProfileFailed profile={merchant} />
    </Stack>
  );
}

/** The shape of the page while the profile is loaded. */
function LocationsSkeleton() {
  return (
    <Stack gap="lg" aria-hidden>
      <Paper withBorder p="lg">
        <Stack gap="sm" pl={44}>
          <Skeleton height={20} width={140} />
          <Skeleton height={16} width={200} />
          <Skeleton height={16} width={160} />
          <Skeleton height={16} width={80} />
          <Skeleton height={14} width="min(24rem, 100%)" />
        </Stack>
      </Paper>
      <Paper withBorder p="lg">
        <Stack gap="lg">
          <Skeleton height={20} width={180} />
          <Skeleton height={16} />
          <Skeleton height={16} />
        </Stack>
      </Paper>
    </Stack>
  );
}
