import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { merchantChangeEndpoints } from '@portage/contract/merchants/merchant-changes';
import type { Merchant, MerchantDisplayLogo } from '@portage/contract/merchants/merchants';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import fieldPair from '../ui/FieldPair.module.css';
import { logoUrlProblem } from './LogoSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { RemovableRows } from './RemovableRows.tsx';

const { addMerchantDisplayLogoUrls, removeMerchantDisplayLogoUrls } = merchantChangeEndpoints;
const add = (body: MerchantDisplayLogo) => callApi(addMerchantDisplayLogoUrls, { body });
const remove = (body: MerchantDisplayLogo) => callApi(removeMerchantDisplayLogoUrls, { body });

/** Spec 2 §2. */
export function SubBrandsSection({
  merchantDisplayLogoUrls: brands,
}: Pick<Merchant, 'merchantDisplayLogoUrls'>) {
  const { t } = useTranslation(['merchant', 'errors']);
  return (
    <ProfileSection id="subBrands" title={t('subBrands.title')} text={t('subBrands.text')}>
      {brands.length === 0 ? (
        <Text size="sm">{t('subBrands.none')}</Text>
      ) : (
        <RemovableRows
          label={t('subBrands.title')}
          columns={[t('subBrands.name'), t('subBrands.logoUrl')]}
          rows={brands}
          cellsOf={({ name, logoUrl }) => [name, logoUrl]}
          removeLabel={({ name }) => t('subBrands.remove', { name })}
          onRemove={remove}
          onUndo={add}
          removed={t('errors:success.subBrandRemoved')}
          failed={t('errors:error.couldNotRemoveLogoUrl')}
        />
      )}
      <AddSubBrand />
    </ProfileSection>
  );
}

function AddSubBrand() {
  const { t, locale } = useTranslation(['merchant', 'errors']);
  const form = useForm<MerchantDisplayLogo>({
    name: 'sub-brand',
    initialValues: { name: '', logoUrl: '' },
    validate: {
      name: (name) => name.trim() === '' && t('errors:error.missingRequiredFields'),
      logoUrl: (logoUrl) => {
        if (logoUrl.trim() === '') return t('errors:error.missingRequiredFields');
        return logoUrlProblem(logoUrl, locale, t('errors:error.noLogoUrl'));
      },
    },
  });
  const { mutate, isPending } = useProfileChange({
    send: add,
    undo: remove,
    done: () => t('errors:success.logoUrlAdded'),
    failed: t('errors:error.couldNotAddLogoUrl'),
  });
  const submit = form.onSubmit(
    ({ name, logoUrl }) =>
      mutate({ name: name.trim(), logoUrl: logoUrl.trim() }, { onSuccess: () => form.reset() }),
    (errors) => form.getInputNode(errors['name'] ? 'name' : 'logoUrl')?.focus(),
  );
  return (
    <form noValidate onSubmit={submit}>
      <div className={fieldPair['pair']}>
        <TextInput
          label={t('subBrands.name')}
          required
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('subBrands.logoUrl')}
          description={t('subBrands.logoUrlHelp')}
          required
          type="url"
          maxLength={2000}
          {...form.getInputProps('logoUrl')}
        />
      </div>
      <Button type="submit" mt="sm" loading={isPending}>
        {t('subBrands.add')}
      </Button>
    </form>
  );
}
