import { Button, TextInput, Alert, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fieldMessages } from '@portage/contract/field-messages';
import type { Locale } from '@portage/contract/locale';
import { LogoUrl } from '@portage/contract/merchants/image-url';
import {
  logoPreviewEndpoints,
  LOGO_SIDE,
  type LogoPreview,
} from '@portage/contract/merchants/logo-preview';
import { merchantChangeEndpoints } from '@portage/contract/merchants/merchant-changes';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { notifyError } from '../lib/notify.tsx';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import classes from './LogoPreviewDialog.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { ValueEditor } from './ValueEditor.tsx';

interface LogoPreviewDialogProps {
  /** As fetched; opens the dialog. */
  readonly preview: LogoPreview | undefined;
  readonly merchantName: string;
  readonly isSaving: boolean;
  readonly onClose: () => void;
  /** Undefined for a saved logo. */
  readonly onConfirm: (() => void) | undefined;
}

/** Shows the logo as a picture and on a label (spec 2 §2). */
function LogoPreviewDialog(props: LogoPreviewDialogProps) {
  const { preview, merchantName, isSaving, onClose, onConfirm } = props;
  const { t } = useTranslation(['merchant', 'common']);
  return (
    <Modal
      opened={preview !== undefined}
      onClose={onClose}
      title={t(onConfirm ? 'logo.question' : 'logo.title')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      size="lg"
    >
      {preview && (
        <Stack gap="md">
          <div className={classes['pictures']}>
            <figure>
              <figcaption>{t('logo.picture')}</figcaption>
              <img src={preview.picture} alt="" className={classes['picture']} />
              <Text size="sm">
                {t('logo.facts', {
                  ...preview,
                  size: Math.max(1, Math.round(preview.bytes / 1000)),
                })}
              </Text>
            </figure>
            <figure>
              <figcaption>{t('logo.onLabel')}</figcaption>
              <SampleLabel printed={preview.printed} merchantName={merchantName} />
            </figure>
          </div>
          {!isAsAsked(preview) && (
            <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="note">
              <Text size="sm">{t('logo.warning', { side: LOGO_SIDE })}</Text>
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t(onConfirm ? 'common:cancel' : 'logo.close')}
            </Button>
            {onConfirm && (
              <Button onClick={onConfirm} loading={isSaving} data-autofocus>
                {t('logo.confirm')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** Spec 2 §9. */
const isAsAsked = ({ width, height, format }: LogoPreview) =>
  width === LOGO_SIDE && height === LOGO_SIDE && format !== 'gif';

type SampleLabelProps = Pick<LogoPreview, 'printed'> & Pick<LogoPreviewDialogProps, 'merchantName'>;

/** In print colors. */
function SampleLabel({ printed, merchantName }: SampleLabelProps) {
  const { t } = useTranslation('merchant');
  return (
    <div className={classes['label']} aria-hidden>
      <div className={classes['head']}>
        <img src={printed} alt="" className={classes['printed']} />
        <div>
          <Text size="xs">{t('logo.from')}</Text>
          <Title order={6}>{merchantName}</Title>
        </div>
      </div>
      <Text size="xs">{t('logo.to')}</Text>
      <div className={classes['lines']} />
      <div className={classes['barcode']} />
    </div>
  );
}

/** Undefined when valid. */
export function logoUrlProblem(typed: string, locale: Locale, invalid: string): string | undefined {
  const issue = LogoUrl.safeParse(typed).error?.issues[0];
  if (!issue) return undefined;
  return issue.message === 'imageHostPrivate' ? fieldMessages.imageHostPrivate[locale] : invalid;
}

const { addLogoUrl, removeLogoUrl } = merchantChangeEndpoints;

/** Previewed before it is saved (spec 2 §5). */
export function LogoSection({ merchant }: { readonly merchant: Merchant }) {
  const { t, locale } = useTranslation(['merchant', 'errors']);
  const { logoUrl = '' } = merchant;
  const preview = useMutation({
    mutationFn: (url: string) => callApi(logoPreviewEndpoints.preview, { body: { logoUrl: url } }),
    onError: (cause) => notifyError({ title: t('errors:error.couldNotUpdateLogoUrl'), cause }),
  });
  const save = useProfileChange({
    send: (url: string) =>
      url === '' ? callApi(removeLogoUrl, {}) : callApi(addLogoUrl, { body: { logoUrl: url } }),
    done: (url) =>
      t(url === '' ? 'errors:success.logoUrlRemoved' : 'errors:success.logoUrlUpdated'),
    failed: t('errors:error.couldNotUpdateLogoUrl'),
  });
  const { variables: candidate = '' } = preview;
  return (
    <ProfileSection id="logo" title={t('logo.title')} text={t('logo.text')}>
      <ValueEditor
        key={logoUrl}
        value={logoUrl}
        check={(typed) => logoUrlProblem(typed, locale, t('errors:error.invalidLogoUrl'))}
        onSave={(url) => (url === '' ? save : preview).mutate(url)}
        isPending={preview.isPending || save.isPending}
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
        renderField={(field) => (
          <TextInput label={t('logo.field')} type="url" maxLength={2000} {...field} />
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
