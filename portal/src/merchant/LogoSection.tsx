import { Button, TextInput } from '@mantine/core';
import { ImageUrl } from '@portage/contract/image-url';
import { merchantChangeEndpoints } from '@portage/contract/merchant-changes';
import { logoPreviewEndpoints } from '@portage/contract/logo-preview';
import type { Merchant } from '@portage/contract/merchants';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { dismissNotifications, notifyError } from '../lib/notify.tsx';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { LogoPreviewDialog } from './LogoPreviewDialog.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { ValueEditor } from './ValueEditor.tsx';

const { addLogoUrl, removeLogoUrl } = merchantChangeEndpoints;

/** The logo of labels and slips. A new one is looked at before it is saved (spec 2 §5). */
export function LogoSection({ merchant }: { readonly merchant: Merchant }) {
  const { t } = useTranslation(['merchant', 'errors']);
  const { logoUrl = '' } = merchant;
  /** The address that is asked about; the saved one is only shown. */
  const [candidate, setCandidate] = useState('');
  const preview = useMutation({
    mutationFn: (url: string) => callApi(logoPreviewEndpoints.preview, { body: { logoUrl: url } }),
    onMutate: (url) => {
      dismissNotifications();
      setCandidate(url);
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotUpdateLogoUrl'), cause }),
  });
  const save = useProfileChange({
    send: (url: string) => callApi(addLogoUrl, { body: { logoUrl: url } }),
    done: () => t('errors:success.logoUrlUpdated'),
    failed: t('errors:error.couldNotUpdateLogoUrl'),
  });
  const remove = useProfileChange({
    send: () => callApi(removeLogoUrl, {}),
    done: () => t('errors:success.logoUrlRemoved'),
    failed: t('errors:error.couldNotUpdateLogoUrl'),
  });
  return (
    <ProfileSection id="logo" title={t('logo.title')} text={t('logo.text')}>
      <ValueEditor
        key={logoUrl}
        value={logoUrl}
        check={(typed) =>
          ImageUrl.safeParse(typed).success ? undefined : t('errors:error.invalidLogoUrl')
        }
        onSave={preview.mutate}
        onRemove={() => remove.mutate()}
        isPending={preview.isPending || save.isPending || remove.isPending}
        failure={save.error}
        action={
          logoUrl !== '' && (
            <Button
              variant="default"
              loading={preview.isPending}
              onClick={() => preview.mutate(logoUrl)}
            >
              {t('logo.show')}
            </Button>
          )
        }
        renderField={({ onChange, ...field }) => (
          <TextInput
            label={t('logo.field')}
            type="url"
            maxLength={2000}
            {...field}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      />
      <LogoPreviewDialog
        preview={preview.data}
        merchantName={merchant.name}
        isSaving={save.isPending}
        onClose={preview.reset}
        onConfirm={
          candidate === logoUrl
            ? undefined
            : () => save.mutate(candidate, { onSettled: preview.reset })
        }
      />
    </ProfileSection>
  );
}
