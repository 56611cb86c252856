import {
  Button,
  Group,
  Skeleton,
  Text,
  TextInput,
  Alert,
  CopyButton,
  Modal,
  SimpleGrid,
  Stack,
} from '@mantine/core';
import { useField } from '@mantine/form';
import {
  IconDeviceMobile,
  IconFingerprint,
  IconAlertTriangle,
  IconCheck,
  IconCopy,
  IconDownload,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type AddedFactor,
  MOST_PASSKEYS,
  AppCode,
  type AppSetUp,
  secondFactorEndpoints,
} from '@portage/contract/users/second-factor';
import { useTranslation } from '../../i18n/i18n.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { FormDialog } from '../../ui/Dialogs.tsx';
import { ApiError } from '../api-error.ts';
import { callApi } from '../api.ts';
import { callKey } from '../call-query.ts';
import { saveFile } from '../download.ts';
import { fieldMessage } from '../field-message.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { createPasskey } from './passkey-ceremony.ts';
import classes from './second-factor.module.css';

function AddPasskeyDialog({ onAdded, onClose }: AddFactorDialogProps) {
  const { t, locale } = useTranslation('secondFactor');
  const [name, setName] = useState(() => t('methods.passkey'));
  const add = useMutation({
    mutationFn: async () => {
      const options = await callApi(secondFactorEndpoints.startPasskey, {});
      const response = await createPasskey(options);
      return callApi(secondFactorEndpoints.addPasskey, { body: { name, response } });
    },
    onSuccess: onAdded,
  });
  const { error } = add;
  const failure = error && (error instanceof ApiError ? error.message : t('passkey.failed'));

  return (
    <FormDialog
      title={t('passkey.title')}
      submitText={t('passkey.submit')}
      isPending={add.isPending}
      onSubmit={() => {
        if (name.trim() !== '') add.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('passkey.text')}
      </Text>
      <TextInput
        label={t('passkey.name')}
        description={t('passkey.nameHelp')}
        data-autofocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={name.trim() === '' ? fieldMessage('required', locale) : failure}
      />
    </FormDialog>
  );
}

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[] | undefined;
  readonly onClose: () => void;
}

/** Shows recovery codes once. Only its button closes it. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('secondFactor');
  const text = (codes ?? []).join('\n');
  const download = () => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), t('codes.file'));
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title={t('codes.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Alert
          className={classes['warning'] ?? ''}
          icon={<IconAlertTriangle aria-hidden />}
          title={t('codes.warning')}
          role="note"
        >
          {t('codes.warningText')}
        </Alert>
        <SimpleGrid
          cols={{ base: 1, xs: 2 }}
          spacing="xs"
          component="ul"
          aria-label={t('codes.list')}
          translate="no"
          className={classes['codes'] ?? ''}
        >
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                data-autofocus
                onClick={copy}
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {t(copied ? 'codes.copied' : 'codes.copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            onClick={download}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('codes.download')}
          </Button>
          <Button onClick={onClose} ml="auto">
            {t('codes.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface AddFactorDialogProps {
  readonly onAdded: (added: AddedFactor) => void;
  readonly onClose: () => void;
}

/** Draws the QR code as an SVG outline. */
async function startApp(): Promise<AppSetUp & { picture: { path: string; size: number } }> {
  const [setUp, { generate }, { toSvgPath }] = await Promise.all([
    callApi(secondFactorEndpoints.startApp, {}),
    import('lean-qr'),
    import('lean-qr/extras/svg'),
  ]);
  const code = generate(setUp.uri);
  return { ...setUp, picture: { path: toSvgPath(code), size: code.size } };
}

function AddAppDialog({ onAdded, onClose }: AddFactorDialogProps) {
  const { t, locale } = useTranslation('secondFactor');
  const code = useField({ initialValue: '' });
  const input = useRef<HTMLInputElement>(null);
  const setUp = useQuery({
    queryKey: callKey(secondFactorEndpoints.startApp),
    queryFn: startApp,
    // Each set-up has a new secret.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isReady = setUp.isSuccess;
  useEffect(() => {
    if (isReady) input.current?.focus();
  }, [isReady]);
  const refuse = (message: string) => {
    code.setError(fieldMessage(message, locale));
    input.current?.select();
  };
  const add = useMutation({
    mutationFn: () => callApi(secondFactorEndpoints.addApp, { body: { code: code.getValue() } }),
    onSuccess: onAdded,
    onError: (cause) => refuse(cause.message),
  });
  const submit = () => {
    const read = AppCode.safeParse(code.getValue());
    if (read.success) add.mutate();
    else refuse(read.error.issues[0]?.message ?? '');
  };

  return (
    <FormDialog
      title={t('app.title')}
      submitText={t('app.submit')}
      isPending={add.isPending}
      isDisabled={!setUp.data}
      onSubmit={submit}
      onClose={onClose}
    >
      {setUp.isPending && <Skeleton height={320} />}
      <LoadFailed title={t('loadFailed')} query={setUp} />
      {setUp.data && (
        <>
          <Text size="sm">{t('app.scan')}</Text>
          <svg
            role="img"
            aria-label={t('app.picture')}
            viewBox={`0 0 ${setUp.data.picture.size} ${setUp.data.picture.size}`}
            shapeRendering="crispEdges"
            className={classes['picture']}
          >
            <path d={setUp.data.picture.path} fill="#000" />
          </svg>
          <div>
            <Text size="sm">{t('app.key')}</Text>
            <div className={classes['key']}>
              <CopyText
                text={setUp.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
                label={t('app.copyKey')}
              />
            </div>
          </div>
          <TextInput
            ref={input}
            label={t('app.code')}
            description={t('app.codeHelp')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            {...code.getInputProps()}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Long labels wrap on phones. */
const WRAPPING = { root: classes['way'] ?? '', label: classes['words'] ?? '' };

interface AddFactorProps {
  readonly hasApp: boolean;
  readonly passkeys: number;
  /** Called once recovery codes were closed. */
  readonly onAdded: () => void;
}

export function AddFactor({ hasApp, passkeys, onAdded }: AddFactorProps) {
  const { t } = useTranslation('secondFactor');
  const [adding, setAdding] = useState<'app' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setAdding(undefined);
  const finish = ({ recoveryCodes }: AddedFactor) => {
    close();
    if (recoveryCodes) setCodes(recoveryCodes);
    else onAdded();
  };
  return (
    <>
      <Group gap="xs">
        {!hasApp && (
          <Button
            variant="default"
            classNames={WRAPPING}
            leftSection={<IconDeviceMobile size={18} aria-hidden />}
            onClick={() => setAdding('app')}
          >
            {t('addApp')}
          </Button>
        )}
        {passkeys < MOST_PASSKEYS && (
          <Button
            variant="default"
            classNames={WRAPPING}
            leftSection={<IconFingerprint size={18} aria-hidden />}
            onClick={() => setAdding('passkey')}
          >
            {t('addPasskey')}
          </Button>
        )}
      </Group>
      {adding === 'app' && <AddAppDialog onAdded={finish} onClose={close} />}
      {adding === 'passkey' && <AddPasskeyDialog onAdded={finish} onClose={close} />}
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(undefined);
          onAdded();
        }}
      />
    </>
  );
}
