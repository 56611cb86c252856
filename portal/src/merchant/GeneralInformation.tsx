import { DataList, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { useTranslation } from '../i18n/i18n.ts';
import { CopyText } from '../ui/CopyText.tsx';
import classes from './GeneralInformation.module.css';
import { ProfileSection } from './ProfileSection.tsx';

/** "Eastern Time (America/Toronto)". */
export function timeZoneName(timeZone: string, locale: Locale): string {
  const parts = new Intl.DateTimeFormat(REGIONAL_LOCALE[locale], {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // French names begin in lower case.
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} (${timeZone})`;
}

export function GeneralInformation({ merchant }: { readonly merchant: Merchant }) {
  const { t, locale } = useTranslation('merchant');
  return (
    <ProfileSection id="general" title={t('general')}>
      <DataList withDivider labelWidth="17rem" classNames={{ item: classes['item'] ?? '' }}>
        <Item term={t('name')}>{merchant.name}</Item>
        <Item term={t('id')}>
          <CopyText text={merchant.id} label={t('copyId')} />
        </Item>
        <Item term={t('language')}>{t(`languages.${merchant.language}`)}</Item>
        <Item term={t('timeZone')} help={t('timeZoneHelp')}>
          {timeZoneName(merchant.timeZone, locale)}
        </Item>
        <Item term={t('phone')}>
          {t(merchant.phoneOptional ? 'phoneOptional' : 'phoneRequired')}
        </Item>
        {merchant.shopifyShop !== undefined && <Item term={t('shop')}>{merchant.shopifyShop}</Item>}
      </DataList>
    </ProfileSection>
  );
}

interface ItemProps {
  readonly term: string;
  readonly help?: string;
  readonly children: ReactNode;
}

function Item({ term, help, children }: ItemProps) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{term}</DataList.ItemLabel>
      <DataList.ItemValue>
        {children}
        {help !== undefined && (
          <Text size="sm" c="dimmed">
            {help}
          </Text>
        )}
      </DataList.ItemValue>
    </DataList.Item>
  );
}
