import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import {
  type AddedFactor,
  MOST_PASSKEYS,
  AppCode,
  type AppSetUp,
  secondFactorEndpoints,
} from '@portage/contract/users/second-factor';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import classes from './second-factor.module.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocale } from '../../i18n/use-locale.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { FormDialog } from '../../ui/Dialogs.tsx';
import { callApi } from '../api.ts';
import { callKey } from '../call-query.ts';
import { fieldMessage } from '../field-message.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import '@mantine/core/styles/Skeleton.layer.css';

interface AddFactorDialogProps {
  readonly onAdded: (added: AddedFactor) => void;
  readonly onClose: () => void;
}

/** What an app is set up with, and its QR code as the outline of an SVG. */
async function startApp(): Promise<AppSetUp & { picture: { path: string; size: number } }> {
  const [setUp, { generate }, { toSvgPath }] = await Promise.all([
    callApi(secondFactorEndpoints.startApp, {}),
    import('lean-qr'),
    import('lean-qr/extras/svg'),
  ]);
  const code = generate(setUp.uri);
  return { ...setUp, picture: { path: toSvgPath(code), size: code.size } };
}

/** Sets an authenticator app up: a QR code to scan, or its key to type, and a code that proves it. */
function AddAppDialog({ onAdded, onClose }: AddFactorDialogProps) {
  const { t } = useTranslation('secondFactor');
  const locale = useLocale();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const setUp = useQuery({
    queryKey: callKey(secondFactorEndpoints.startApp),
    queryFn: startApp,
    // Each is a new secret, which nobody keeps.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const refuse = (message: string) => {
    setProblem(message);
    field.current?.select();
  };
  const add = useMutation({
    mutationFn: () => callApi(secondFactorEndpoints.addApp, { body: { code } }),
    onSuccess: onAdded,
    onError: (cause) => refuse(cause.message),
  });
  const submit = () => {
    const read = AppCode.safeParse(code);
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
      {setUp.isError && (
        <LoadFailed
          title={t('loadFailed')}
          error={setUp.error}
          onRetry={() => void setUp.refetch()}
        />
      )}
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
            ref={field}
            label={t('app.code')}
            description={t('app.codeHelp')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            data-autofocus
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setProblem(undefined);
            }}
            error={problem !== undefined && fieldMessage(problem, locale)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** On a phone a long label takes a second line instead of being cut. */
const WRAPPING = { root: classes['way'] ?? '', label: classes['words'] ?? '' };

interface AddFactorProps {
  readonly hasApp: boolean;
  readonly passkeys: number;
  /** Called when a factor was added and its recovery codes, if any, were put away. */
  readonly onAdded: () => void;
}

/** The ways to add a second factor, with their dialogs and the recovery codes of the first one. */
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
