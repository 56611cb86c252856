import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { PasskeyRequestOptions } from '@portage/contract/users/passkeys';
import {
  AppCode,
  RecoveryCode,
  type SecondFactorProof,
} from '@portage/contract/users/second-factor';
import type { SecondFactorMethod } from '@portage/contract/users/sessions';
import { useTranslation } from '../../i18n/i18n.ts';
import { ApiError } from '../api-error.ts';
import { fieldMessage } from '../field-message.ts';
import { signWithPasskey } from './passkey-ceremony.ts';

interface FactorFormProps {
  readonly challenge: {
    readonly methods: readonly SecondFactorMethod[];
    readonly passkeyOptions?: PasskeyRequestOptions | undefined;
  };
  /** A rejection shows at the field. */
  readonly onProof: (proof: SecondFactorProof) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** The user chooses app code, passkey or recovery code. */
export function FactorForm({ challenge, ...on }: FactorFormProps) {
  const { t } = useTranslation('secondFactor');
  const { methods, passkeyOptions } = challenge;
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'app');
  return (
    <Stack gap="md">
      <MethodForm key={method} method={method} passkeyOptions={passkeyOptions} {...on} />
      <Stack gap={4} align="flex-start">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              variant="transparent"
              size="compact-sm"
              px={0}
              onClick={() => setMethod(other)}
            >
              {t(`check.use.${other}`)}
            </Button>
          ))}
      </Stack>
    </Stack>
  );
}

interface MethodFormProps extends Omit<FactorFormProps, 'challenge'> {
  readonly method: SecondFactorMethod;
  readonly passkeyOptions: PasskeyRequestOptions | undefined;
}

/** Focuses its field or button. */
function MethodForm({ method, passkeyOptions, onProof, onCancel }: MethodFormProps) {
  const { t, locale } = useTranslation(['secondFactor', 'common']);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => (field.current ?? button.current)?.focus(), []);

  const prove = useMutation({
    mutationFn: async () => onProof(await readProof(method, code, passkeyOptions)),
    onError: () => field.current?.select(),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    prove.mutate();
  };
  const cause = prove.error;
  const isOurs = cause instanceof ApiError || cause instanceof InvalidCode;
  const error = cause && fieldMessage(isOurs ? cause.message : t('check.passkeyFailed'), locale);
  const isCode = method !== 'passkey';
  const words = method === 'app' ? 'code' : 'recoveryCode';

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {isCode ? (
          <TextInput
            ref={field}
            data-autofocus
            label={t(`check.${words}`)}
            description={t(`check.${words}Help`)}
            inputMode={method === 'app' ? 'numeric' : 'text'}
            autoComplete={method === 'app' ? 'one-time-code' : 'off'}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={30}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={error}
          />
        ) : (
          <>
            <Text>{t('check.passkeyText')}</Text>
            <Text c="red" size="sm" role="alert" hidden={!error}>
              {error}
            </Text>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button
            ref={button}
            type="submit"
            data-autofocus={!isCode || undefined}
            loading={prove.isPending}
          >
            {t(isCode ? 'check.submit' : 'check.usePasskey')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Carries a key of the field messages. */
class InvalidCode extends Error {}

/** Rejects with `InvalidCode`, or when the browser gets no passkey. */
async function readProof(
  method: SecondFactorMethod,
  code: string,
  passkeyOptions: PasskeyRequestOptions | undefined,
): Promise<SecondFactorProof> {
  if (method === 'passkey') {
    if (!passkeyOptions) throw new Error('There is nothing that a passkey could sign');
    return { method, response: await signWithPasskey(passkeyOptions) };
  }
  const read = (method === 'app' ? AppCode : RecoveryCode).safeParse(code);
  if (!read.success) throw new InvalidCode(read.error.issues[0]?.message);
  return { method, code: read.data };
}
