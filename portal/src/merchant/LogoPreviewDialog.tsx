import { Alert, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { LOGO_SIDE, type LogoPreview } from '@portage/contract/logo-preview';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';
import classes from './LogoPreviewDialog.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Alert.layer.css';

interface LogoPreviewDialogProps {
  /** The logo as the server fetched it; the dialog is open while there is one. */
  readonly preview: LogoPreview | undefined;
  readonly merchantName: string;
  readonly isSaving: boolean;
  readonly onClose: () => void;
  /** Saves the logo; missing for one that is saved already. */
  readonly onConfirm: (() => void) | undefined;
}

/** Asks whether a logo looks correct: the picture itself, and how a label will carry it (spec 2 §2). */
export function LogoPreviewDialog(props: LogoPreviewDialogProps) {
  const { preview, merchantName, isSaving, onClose, onConfirm } = props;
  const { t } = useTranslation(['merchant', 'common']);
  return (
    <Modal
      opened={preview !== undefined}
      onClose={onClose}
      title={t(onConfirm ? 'logo.question' : 'logo.title')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      centered
      size="lg"
    >
      {preview && (
        <Stack gap="md">
          <div className={classes['pictures']}>
            <figure>
              <figcaption>{t('logo.picture')}</figcaption>
              <img src={preview.picture} alt="" className={classes['picture']} />
              <LogoFacts preview={preview} />
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

/** Whether a logo is what the specification asks for (spec 2 §9). */
const isAsAsked = ({ width, height, format }: LogoPreview) =>
  width === LOGO_SIDE && height === LOGO_SIDE && format !== 'gif';

function LogoFacts({ preview }: { readonly preview: LogoPreview }) {
  const { t } = useTranslation('merchant');
  const { number } = useFormat();
  const { width, height, format, bytes } = preview;
  return (
    <Text size="sm">
      {t('logo.facts', {
        width: number(width),
        height: number(height),
        format,
        size: number(Math.max(1, Math.round(bytes / 1000))),
      })}
    </Text>
  );
}

/** The head of a label as printers draw it: black and gray, whatever the colours of the screen. */
function SampleLabel({
  printed,
  merchantName,
}: {
  readonly printed: string;
  readonly merchantName: string;
}) {
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
