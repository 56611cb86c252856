import { Paper, Skeleton, Stack } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';
import { ProfileFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { OwnerOnly, OwnerOnlyReason } from '../lib/OwnerOnly.tsx';
import { useSession } from '../lib/session.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { CreateUser } from './CreateUser.tsx';
import { EmailSection } from './EmailSection.tsx';
import { ExceptionsSection } from './ExceptionsSection.tsx';
import { GeneralInformation } from './GeneralInformation.tsx';
import { LogoSection } from './LogoSection.tsx';
import { MappingsSection } from './MappingsSection.tsx';
import { MinimumAgeSection } from './MinimumAgeSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SectionLinks } from './ProfileSection.tsx';
import classes from './ProfileSection.module.css';
import { SessionsSection } from './SessionsSection.tsx';
import { ShopSection } from './ShopSection.tsx';
import { SubBrandsSection } from './SubBrandsSection.tsx';
import { TagsSection } from './TagsSection.tsx';
import { UsersSection } from './UsersSection.tsx';
import { UsualWeekSection } from './UsualWeekSection.tsx';
import '@mantine/core/styles/Skeleton.layer.css';

/** What the carrier knows of the merchant, each section saved by itself (spec 2 §2, /merchantInfo). */
export function MerchantInfoPage() {
  const { t } = useTranslation('merchant');
  const merchant = useMerchant();
  const session = useSession();
  return (
    <Stack gap="lg" maw={pageWidth.sections}>
      <PageHead
        title={t('title')}
        action={
          session && (
            <OwnerOnly>
              <CreateUser merchantId={session.merchantId} />
            </OwnerOnly>
          )
        }
      />
      {merchant.data && <Sections merchant={merchant.data} />}
      {merchant.isPending && <GeneralInformationSkeleton />}
      <ProfileFailed profile={merchant} />
    </Stack>
  );
}

function Sections({ merchant }: { readonly merchant: Merchant }) {
  const { t } = useTranslation(['merchant', 'secondFactor']);
  const session = useSession();
  return (
    <div className={classes['page']}>
      <Stack gap="lg">
        <GeneralInformation merchant={merchant} />
        <ShopSection timeZone={merchant.timeZone} />
        <OwnerOnlyReason />
        <OwnerOnly>
          <Stack gap="lg">
            <EmailSection email={merchant.email} />
            <TagsSection orderTags={merchant.orderTags} />
            <LogoSection merchant={merchant} />
            <MinimumAgeSection minimumAge={merchant.minimumAge} />
            <SubBrandsSection merchantDisplayLogoUrls={merchant.merchantDisplayLogoUrls} />
            <MappingsSection apiRequestMappings={merchant.apiRequestMappings} />
            <ExceptionsSection merchant={merchant} />
          </Stack>
        </OwnerOnly>
        <UsualWeekSection merchant={merchant} />
        <UsersSection timeZone={merchant.timeZone} />
        <SecondFactorSection timeZone={merchant.timeZone} />
        <SessionsSection timeZone={merchant.timeZone} />
        {session && <PasswordSection username={session.username} />}
      </Stack>
      <SectionLinks
        sections={[
          ['general', t('general')],
          ...(appConfig().shopUrl === undefined ? [] : [['shop', t('shopLink.title')] as const]),
          ['email', t('email')],
          ['tags', t('tags.title')],
          ['logo', t('logo.title')],
          ['minimumAge', t('minimumAge.title')],
          ['subBrands', t('subBrands.title')],
          ['mappings', t('mappings.title')],
          ['exceptions', t('exceptions.title')],
          ['week', t('week.title')],
          ['users', t('users.title')],
          ['second-factor', t('secondFactor:title')],
          ['sessions', t('sessions.title')],
          ['password', t('password.title')],
        ]}
      />
    </div>
  );
}

/** The shape of the general information while it is loaded. */
function GeneralInformationSkeleton() {
  return (
    <Paper withBorder p="lg" aria-hidden>
      <Skeleton height={20} width={180} mb="xl" />
      <Stack gap={25}>
        {['38%', '62%', '45%', '30%', '56%', '48%'].map((width) => (
          <Skeleton key={width} height={16} width={width} />
        ))}
      </Stack>
    </Paper>
  );
}
