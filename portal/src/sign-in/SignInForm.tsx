import { Alert, Stack, TextInput, Title } from '@mantine/core';
import { type FormErrors, isNotEmpty, useForm } from '@mantine/form';
import type { Credentials, SignInAnswer } from '@portage/contract/sessions';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { appConfig } from '../lib/app-config.ts';
import { dismissNotifications, notifyError } from '../lib/notify.tsx';
import { PasswordField } from '../lib/PasswordField.tsx';
import { signedOutBecause } from '../lib/session.ts';
import { DemoSignIns } from './DemoSignIns.tsx';
import { ForgottenLink } from './ForgottenLink.tsx';
import { signIn } from './sign-in.ts';
import { SignInFailure } from './SignInFailure.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { WaitingButton } from './WaitingButton.tsx';

interface SignInFormProps {
  readonly username: string;
  readonly onUsername: (typed: string) => void;
  /** What a sign-in that fails is called, where it is for more than signing in. */
  readonly failureTitle?: string;
  /** Called with the trimmed username and the server's answer, a session or a challenge. */
  readonly onDone: (username: string, answer: SignInAnswer) => void;
}

/** Mode 1 of the sign-in page: username and password. */
export function SignInForm({ username, failureTitle, onUsername, onDone }: SignInFormProps) {
  const { t } = useTranslation(['signIn', 'errors']);
  const titleId = useId();
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [isUsernameKnown] = useState(username !== '');
  useFirstFocus(isUsernameKnown ? passwordField : usernameField);
  const form = useForm({
    initialValues: { username, password: '' },
    onValuesChange: (values) => onUsername(values.username),
    validate: {
      username: isNotEmpty(t('usernameMissing')),
      password: (password) => (password === '' ? t('passwordMissing') : null),
    },
    transformValues: ({ username, password }) => ({ username: username.trim(), password }),
  });
  const attempt = useMutation({
    mutationFn: (credentials: Credentials) => signIn(credentials),
    onMutate: dismissNotifications,
    onSuccess: (answer, { username }) => onDone(username, answer),
    onError: (cause) => {
      notifyError({ title: failureTitle ?? t('errors:error.loginFailed'), cause });
      if (areCredentialsRefused(cause)) passwordField.current?.select();
    },
  });
  const failure = attempt.error && <SignInFailure error={attempt.error} />;
  const isAtPassword = areCredentialsRefused(attempt.error);
  const focusFirst = (errors: FormErrors) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };

  return (
    <Stack gap="md">
      <Title order={1} id={titleId}>
        {t('title')}
      </Title>
      {(signedOutBecause() === 'expired' || signedOutBecause() === 'refused') && (
        <Alert color="gray">{t('expired')}</Alert>
      )}
      {/* A note: the notification has already been read out. */}
      {failure && !isAtPassword && (
        <Alert color="red" role="note">
          {failure}
        </Alert>
      )}
      <form
        noValidate
        aria-labelledby={titleId}
        onSubmit={form.onSubmit((values) => attempt.mutate(values), focusFirst)}
      >
        <Stack gap="md">
          <TextInput
            ref={usernameField}
            label={t('username')}
            name="username"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...form.getInputProps('username')}
          />
          <PasswordField
            ref={passwordField}
            label={t('password')}
            name="password"
            autoComplete="current-password"
            maxLength={1024}
            {...form.getInputProps('password')}
            error={form.errors['password'] ?? (isAtPassword && failure)}
          />
          <WaitingButton type="submit" loading={attempt.isPending}>
            {t('submit')}
          </WaitingButton>
          <ForgottenLink username={username} />
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
