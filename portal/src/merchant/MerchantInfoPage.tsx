import { Button, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { GeneralInformation } from './GeneralInformation.tsx';
import { GeneralInformationSkeleton } from './GeneralInformationSkeleton.tsx';
import { NewUserDialog } from './NewUserDialog.tsx';

/** What the carrier knows of the merchant, and the way to let another person sign in (spec 2 §2, /merchantInfo). */
export function MerchantInfoPage() {
  const { t } = useTranslation(['merchant', 'errors']);
  const merchant = useMerchant();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Stack gap="lg" maw={760}>
      <PageHead
        title={t('title')}
        action={
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => setIsCreating(true)}
          >
            {t('createUser')}
          </Button>
        }
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
      <NewUserDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Stack>
  );
}
