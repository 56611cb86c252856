import { Stack, TextInput } from '@mantine/core';
import { unmetPasswordRules } from '@portage/contract/password-rule';
import { passwordEndpoints } from '@portage/contract/passwords';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { NewPasswordField } from '../lib/NewPasswordField.tsx';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';
import { CancellableForm } from './CancellableForm.tsx';
import { deviceToken } from './device-token.ts';
import { isResetCode, readResetCode } from './reset-code.ts';
import classes from './ResetPasswordForm.module.css';
import { useFirstFocus } from './use-first-focus.ts';
import { useResetRequest } from './use-reset-request.ts';
import { WaitingButton } from './WaitingButton.tsx';

interface ResetPasswordFormProps {
  readonly username: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Mode 4 of the sign-in page: the code that came by mail, and the password to have from now on. */
export function ResetPasswordForm({ username, onDone, onCancel }: ResetPasswordFormProps) {
  const { t } = useTranslation('signIn');
  const [code, setCode] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const codeField = useRef<HTMLInputElement>(null);
  useFirstFocus(codeField);
  const answer = { username, newPassword, code };
  const confirm = useMutation({
    mutationFn: () =>
      callApi(passwordEndpoints.confirmReset, { body: { ...answer, device: deviceToken() } }),
    onMutate: dismissNotifications,
    onSuccess: () => {
      notifySuccess({
        about: 'orders',
        title: t('reset.succeeded'),
        message: t('reset.succeededText'),
      });
      onDone();
    },
    onError: (cause) => {
      notifyError({ title: t('reset.failed'), cause });
      if (isCodeRefused(cause)) codeField.current?.select();
    },
  });
  const typeCode = (typed: string) => {
    setCode(readResetCode(typed));
    if (confirm.isError) confirm.reset();
  };
  const request = useResetRequest(() => {
    typeCode('');
    codeField.current?.focus();
  });

  return (
    <CancellableForm
      title={t('reset.title')}
      text={t('reset.text', { username })}
      submitLabel={t('reset.submit')}
      maySubmit={isResetCode(code) && unmetPasswordRules(newPassword).length === 0}
      isPending={confirm.isPending}
      onSubmit={() => confirm.mutate()}
      onCancel={onCancel}
    >
      <Stack gap={0}>
        <TextInput
          ref={codeField}
          classNames={{ input: classes['code'] ?? '' }}
          label={t('reset.code')}
          description={t('reset.codeHelp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => typeCode(event.currentTarget.value)}
          error={isCodeRefused(confirm.error) && confirm.error.message}
        />
        <WaitingButton
          className={classes['again'] ?? ''}
          variant="transparent"
          size="compact-sm"
          loading={request.isPending}
          onClick={() => request.mutate(username)}
        >
          {t('reset.again')}
        </WaitingButton>
      </Stack>
      <NewPasswordField
        username={username}
        value={newPassword}
        onChange={setNewPassword}
        failure={confirm.error}
      />
    </CancellableForm>
  );
}

/** Tells a code that is wrong or too old from a failure that no other code would mend. */
function isCodeRefused(error: unknown): error is ApiError {
  const refused = ['reset_code_wrong', 'reset_code_expired'];
  return error instanceof ApiError && refused.includes(error.problem.code);
}
