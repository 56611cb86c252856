import {
  Paper,
  Skeleton,
  Stack,
  Button,
  TextInput,
  Group,
  NativeSelect,
  Text,
} from '@mantine/core';
import { useField } from '@mantine/form';
import { useDeferredValue, useRef } from 'react';
import { fieldMessages } from '@portage/contract/field-messages';
import { merchantChangeEndpoints } from '@portage/contract/merchants/merchant-changes';
import type { Merchant, ApiRequestMapping } from '@portage/contract/merchants/merchants';
import { MinimumAge } from '@portage/contract/orders/new-order';
import { isEmail } from '@portage/contract/text';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { appConfig } from '../lib/app-config.ts';
import { ProfileFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { OwnerOnly, OwnerOnlyReason } from '../lib/OwnerOnly.tsx';
import { useSession } from '../lib/session.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { readNumber } from '../ui/typed-number.ts';
import { CreateUser } from './CreateUser.tsx';
import { ExceptionsSection } from './ExceptionsSection.tsx';
import { GeneralInformation } from './GeneralInformation.tsx';
import { LogoSection } from './LogoSection.tsx';
import classes from './ProfileSection.module.css';
import { SectionLinks, ProfileSection } from './ProfileSection.tsx';
import { RemovableRows } from './RemovableRows.tsx';
import { ShopSection } from './ShopSection.tsx';
import { SubBrandsSection } from './SubBrandsSection.tsx';
import { TagsSection } from './TagsSection.tsx';
import { UsersSection } from './UsersSection.tsx';
import { UsualWeekSection } from './UsualWeekSection.tsx';
import { ValueEditor } from './ValueEditor.tsx';

const { addApiRequestMappings, removeApiRequestMappings } = merchantChangeEndpoints;
const addMapping = (body: ApiRequestMapping) => callApi(addApiRequestMappings, { body });
const removeMapping = (body: ApiRequestMapping) => callApi(removeApiRequestMappings, { body });

/** The only mapping (spec 2 §5). */
const MAPPING: ApiRequestMapping = { from: 'ORIGIN_UNIT', to: 'MERCHANT_DISPLAY_NAME' };

/** Spec 2 §2. */
function MappingsSection({ apiRequestMappings }: Pick<Merchant, 'apiRequestMappings'>) {
  const { t } = useTranslation(['merchant', 'errors']);
  return (
    <ProfileSection id="mappings" title={t('mappings.title')} text={t('mappings.text')}>
      {apiRequestMappings.length === 0 ? (
        <>
          <Text size="sm">{t('mappings.none')}</Text>
          <AddMapping />
        </>
      ) : (
        <RemovableRows
          label={t('mappings.title')}
          columns={[t('mappings.from'), t('mappings.to')]}
          rows={apiRequestMappings}
          cellsOf={() => [t('mappings.originUnit'), t('mappings.merchantDisplayName')]}
          removeLabel={() => t('mappings.remove')}
          onRemove={removeMapping}
          onUndo={addMapping}
          removed={t('errors:success.mappingRemoved')}
          failed={t('errors:error.couldNotRemoveMapping')}
        />
      )}
    </ProfileSection>
  );
}

function AddMapping() {
  const { t } = useTranslation(['merchant', 'errors']);
  const field = useField({ initialValue: '' });
  const select = useRef<HTMLSelectElement>(null);
  const { mutate, isPending } = useProfileChange({
    send: addMapping,
    undo: removeMapping,
    done: () => t('errors:success.mappingAdded'),
    failed: t('errors:error.couldNotAddMapping'),
  });
  return (
    <form
      aria-label={t('mappings.choose')}
      onSubmit={(event) => {
        event.preventDefault();
        if (field.getValue() !== '') return mutate(MAPPING);
        field.setError('noMapping');
        select.current?.focus();
      }}
    >
      <Group align="flex-start" gap="sm">
        <NativeSelect
          ref={select}
          label={t('mappings.choose')}
          w={360}
          maw="100%"
          data={[
            { value: '', label: t('mappings.placeholder') },
            { value: MAPPING.from, label: t('mappings.option') },
          ]}
          {...field.getInputProps()}
          error={field.error !== null && t('errors:error.noMapping')}
        />
        <Button type="submit" mt={{ base: 0, xs: '1.55rem' }} loading={isPending}>
          {t('mappings.add')}
        </Button>
      </Group>
    </form>
  );
}

const { addMinimumAge, deleteMinimumAge } = merchantChangeEndpoints;

/** Spec 2 §2. */
function MinimumAgeSection({ minimumAge }: Pick<Merchant, 'minimumAge'>) {
  const { t, locale } = useTranslation(['merchant', 'errors']);
  const value = minimumAge === undefined ? '' : String(minimumAge);
  const { mutate, isPending, error } = useProfileChange({
    send: (typed: string) =>
      typed === ''
        ? callApi(deleteMinimumAge, {})
        : callApi(addMinimumAge, { body: { age: readNumber(typed) } }),
    done: (typed) =>
      t(typed === '' ? 'errors:success.minimumAgeRemoved' : 'errors:success.minimumAgeUpdated'),
    failed: t('errors:error.couldNotUpdateMinimumAge'),
  });
  const check = (typed: string) =>
    MinimumAge.safeParse(readNumber(typed)).success
      ? undefined
      : fieldMessages.minimumAgeInvalid[locale];
  return (
    <ProfileSection id="minimumAge" title={t('minimumAge.title')} text={t('minimumAge.text')}>
      <ValueEditor
        key={value}
        value={value}
        check={check}
        onSave={mutate}
        isPending={isPending}
        failure={error}
        renderField={(field) => (
          <NumberField label={t('minimumAge.field')} step={1} maw={200} {...field} />
        )}
      />
    </ProfileSection>
  );
}

const { addEmail, removeEmail } = merchantChangeEndpoints;

/** Optional (spec 2 §2). */
function EmailSection({ email = '' }: Pick<Merchant, 'email'>) {
  const { t } = useTranslation(['merchant', 'errors']);
  const { mutate, isPending, error } = useProfileChange({
    send: (typed: string) =>
      typed === '' ? callApi(removeEmail, {}) : callApi(addEmail, { body: { email: typed } }),
    done: (typed) =>
      t(typed === '' ? 'errors:success.emailRemoved' : 'errors:success.emailUpdated'),
    failed: t('errors:error.couldNotUpdateEmail'),
  });
  return (
    <ProfileSection id="email" title={t('email')} text={t('emailSection.text')}>
      <ValueEditor
        key={email}
        value={email}
        check={(typed) => (isEmail(typed) ? undefined : t('errors:error.invalidEmail'))}
        onSave={mutate}
        isPending={isPending}
        failure={error}
        renderField={(field) => (
          <TextInput
            label={t('emailSection.field')}
            type="email"
            maxLength={254}
            maw={400}
            {...field}
          />
        )}
      />
    </ProfileSection>
  );
}

/** Saves each section separately (spec 2 §2, /merchantInfo). */
export function MerchantInfoPage() {
  const { t } = useTranslation('merchant');
  const merchant = useMerchant();
  const session = useSession();
  // Its first render is interruptible, so that a phone stays responsive; later ones are not.
  const isDrawn = useDeferredValue(merchant.data !== undefined);
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
      {merchant.data && isDrawn && <Sections merchant={merchant.data} />}
      {(merchant.isPending || (merchant.data && !isDrawn)) && <GeneralInformationSkeleton />}
      <ProfileFailed profile={merchant} />
    </Stack>
  );
}

function Sections({ merchant }: { readonly merchant: Merchant }) {
  const { t } = useTranslation('merchant');
  return (
    <div className={classes['page']}>
      <Stack gap="lg">
        <GeneralInformation merchant={merchant} />
        <ShopSection />
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
        <UsersSection />
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
        ]}
      />
    </div>
  );
}

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
