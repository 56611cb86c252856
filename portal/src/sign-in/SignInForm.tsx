import { Alert, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { type FormErrors, isNotEmpty, useForm } from '@mantine/form';
import { type SignInAnswer, sessionEndpoints } from '@portage/contract/sessions';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { appConfig } from '../lib/app-config.ts';
import { dismissNotifications, notifyError } from '../lib/notify.tsx';
import { signedOutBecause } from '../lib/session.ts';
import { DemoSignIns } from './DemoSignIns.tsx';
import '@mantine/core/styles/PasswordInput.layer.css';

interface SignInFormProps {
  /** Called with the trimmed username and the server's answer, a session or a challenge. */
  readonly onDone: (username: string, answer: SignInAnswer) => void;
}

/** Mode 1 of the sign-in page: username and password. */
export function SignInForm({ onDone }: SignInFormProps) {
  const { t } = useTranslation(['signIn', 'errors']);
  const passwordField = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: isNotEmpty(t('usernameMissing')),
      password: (password) => (password === '' ? t('passwordMissing') : null),
    },
    transformValues: ({ username, password }) => ({ username: username.trim(), password }),
  });
  const signIn = useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      callApi(sessionEndpoints.signIn, { body }),
    onMutate: dismissNotifications,
    onSuccess: (answer, { username }) => onDone(username, answer),
    onError: (cause) => {
      notifyError({ title: t('errors:error.loginFailed'), cause });
      if (areCredentialsRefused(cause)) passwordField.current?.select();
    },
  });
  const failure = signIn.error && <SignInFailure error={signIn.error} />;
  const isAtPassword = areCredentialsRefused(signIn.error);
  const focusFirst = (errors: FormErrors) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };

  return (
    <Stack gap="md">
      <Title order={1}>{t('title')}</Title>
      {(signedOutBecause() === 'expired' || signedOutBecause() === 'refused') && (
        <Alert color="gray">{t('expired')}</Alert>
      )}
      {/* A note: the notification has already been read out. */}
      {failure && !isAtPassword && (
        <Alert color="red" role="note">
          {failure}
        </Alert>
      )}
      <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values), focusFirst)}>
        <Stack gap="md">
          <TextInput
            label={t('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <PasswordInput
            ref={passwordField}
            label={t('password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
            {...form.getInputProps('password')}
            error={form.errors['password'] ?? (isAtPassword && failure)}
          />
          <Button type="submit" loading={signIn.isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
      {appConfig().demo && <DemoSignIns onChoose={(values) => form.setValues(values)} />}
    </Stack>
  );
}

/** Tells a wrong username or password from a failure that no other password would mend. */
function areCredentialsRefused(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 401;
}

/** The failure is kept under the id and with the status the spec gives it (spec 1 §8). */
function SignInFailure({ error }: { readonly error: Error }) {
  const status = error instanceof ApiError ? error.problem.status : undefined;
  return (
    <span id="LOGIN_FAIL" data-status={status}>
      {error.message}
    </span>
  );
}
