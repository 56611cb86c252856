import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { useSession } from '../lib/session.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { CreateUser } from './CreateUser.tsx';
import { GeneralInformation } from './GeneralInformation.tsx';
import { GeneralInformationSkeleton } from './GeneralInformationSkeleton.tsx';

/** What the carrier knows of the merchant, and the way to let another person sign in (spec 2 §2, /merchantInfo). */
export function MerchantInfoPage() {
  const { t } = useTranslation(['merchant', 'errors']);
  const merchant = useMerchant();
  const session = useSession();
  return (
    <Stack gap="lg" maw={760}>
      <PageHead
        title={t('title')}
        action={session && <CreateUser merchantId={session.merchantId} />}
      />
      {merchant.data && <GeneralInformation merchant={merchant.data} />}
      {merchant.isPending && <GeneralInformationSkeleton />}
      {merchant.isError && !merchant.data && (
        <LoadFailed
          title={t('errors:error.couldNotGetProfileInfo')}
          error={merchant.error}
          onRetry={() => void merchant.refetch()}
        />
      )}
    </Stack>
  );
}
