import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DevicePreferences } from '../lib/DevicePreferences.tsx';
import { ProfileFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { useSession } from '../lib/session.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { PasswordSection } from './PasswordSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** The user's own settings, apart from the merchant's profile. */
export function AccountPage() {
  const { t } = useTranslation(['merchant', 'common']);
  const merchant = useMerchant();
  const session = useSession();
  if (!session) return null;
  const timeZone = merchant.data?.timeZone;
  return (
    <Stack gap="lg" maw={pageWidth.form}>
      <PageHead
        title={t('common:pageTitle.account')}
        text={t('account.signedInAs', { username: session.username })}
      />
      <ProfileSection
        id="preferences"
        title={t('account.preferences')}
        text={t('account.preferencesText')}
      >
        <DevicePreferences />
      </ProfileSection>
      <PasswordSection username={session.username} />
      {timeZone !== undefined && (
        <>
          <SecondFactorSection timeZone={timeZone} />
          <SessionsSection timeZone={timeZone} />
        </>
      )}
      {merchant.isPending && <Skeleton height={240} />}
      <ProfileFailed profile={merchant} />
    </Stack>
  );
}
