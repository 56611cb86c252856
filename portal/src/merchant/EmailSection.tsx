import { TextInput } from '@mantine/core';
import { isEmail } from '@portage/contract/email';
import { merchantChangeEndpoints } from '@portage/contract/merchant-changes';
import type { Merchant } from '@portage/contract/merchants';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { ValueEditor } from './ValueEditor.tsx';

const { addEmail, removeEmail } = merchantChangeEndpoints;

/** The e-mail address of the merchant, which is optional (spec 2 §2). */
export function EmailSection({ email = '' }: Pick<Merchant, 'email'>) {
  const { t } = useTranslation(['merchant', 'errors']);
  const save = useProfileChange({
    send: (typed: string) => callApi(addEmail, { body: { email: typed } }),
    done: () => t('errors:success.emailUpdated'),
    failed: t('errors:error.couldNotUpdateEmail'),
  });
  const remove = useProfileChange({
    send: () => callApi(removeEmail, {}),
    done: () => t('errors:success.emailRemoved'),
    failed: t('errors:error.couldNotUpdateEmail'),
  });
  return (
    <ProfileSection id="email" title={t('email')} text={t('emailSection.text')}>
      <ValueEditor
        key={email}
        value={email}
        check={(typed) => (isEmail(typed) ? undefined : t('errors:error.invalidEmail'))}
        onSave={save.mutate}
        onRemove={() => remove.mutate()}
        isPending={save.isPending || remove.isPending}
        failure={save.error}
        renderField={({ onChange, ...field }) => (
          <TextInput
            label={t('emailSection.field')}
            type="email"
            maxLength={254}
            maw={400}
            {...field}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      />
    </ProfileSection>
  );
}
