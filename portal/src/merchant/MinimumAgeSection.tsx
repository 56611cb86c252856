import { fieldMessages } from '@portage/contract/field-messages';
import { merchantChangeEndpoints } from '@portage/contract/merchant-changes';
import type { Merchant } from '@portage/contract/merchants';
import { MinimumAge } from '@portage/contract/new-order';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { callApi } from '../lib/api.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { readNumber } from '../ui/typed-number.ts';
import { ProfileSection } from './ProfileSection.tsx';
import { ValueEditor } from './ValueEditor.tsx';

const { addMinimumAge, deleteMinimumAge } = merchantChangeEndpoints;

/** How old recipients must be unless an order says otherwise (spec 2 §2). */
export function MinimumAgeSection({ minimumAge }: Pick<Merchant, 'minimumAge'>) {
  const { t } = useTranslation(['merchant', 'errors']);
  const locale = useLocale();
  const value = minimumAge === undefined ? '' : String(minimumAge);
  const save = useProfileChange({
    send: (typed: string) => callApi(addMinimumAge, { body: { age: readNumber(typed) } }),
    done: () => t('errors:success.minimumAgeUpdated'),
    failed: t('errors:error.couldNotUpdateMinimumAge'),
  });
  const remove = useProfileChange({
    send: () => callApi(deleteMinimumAge, {}),
    done: () => t('errors:success.minimumAgeRemoved'),
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
        onSave={save.mutate}
        onRemove={() => remove.mutate()}
        isPending={save.isPending || remove.isPending}
        failure={save.error}
        renderField={(field) => (
          <NumberField label={t('minimumAge.field')} step={1} maw={200} {...field} />
        )}
      />
    </ProfileSection>
  );
}
