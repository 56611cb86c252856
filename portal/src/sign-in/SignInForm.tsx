import { Alert, Stack, TextInput, Title } from '@mantine/core';
import type { Credentials, SignInAnswer } from '@portage/contract/sessions';
import { startTransition, useActionState, useId, useRef, useState } from 'react';
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
  const { t } = useTranslation('signIn');
  const titleId = useId();
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [isUsernameKnown] = useState(username !== '');
  useFirstFocus(isUsernameKnown ? passwordField : usernameField);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState({ username: false, password: false });
  // Of React's own: the query client and its cache are fetched for what is read once signed in.
  const [error, attempt, isPending] = useActionState(
    async (_: unknown, credentials: Credentials): Promise<unknown> => {
      dismissNotifications();
      try {
        onDone(credentials.username, await signIn(credentials));
        return undefined;
      } catch (cause) {
        notifyError({ title: failureTitle ?? t('error.loginFailed'), cause });
        if (areCredentialsRefused(cause)) passwordField.current?.select();
        return cause;
      }
    },
    undefined,
  );
  const failure = error instanceof Error && <SignInFailure error={error} />;
  const isAtPassword = areCredentialsRefused(error);

  function typeUsername(typed: string): void {
    setMissing({ ...missing, username: false });
    onUsername(typed);
  }

  function typePassword(typed: string): void {
    setMissing({ ...missing, password: false });
    setPassword(typed);
  }

  function submit(): void {
    const credentials = { username: username.trim(), password };
    const lacks = { username: credentials.username === '', password: password === '' };
    setMissing(lacks);
    if (lacks.username) usernameField.current?.focus();
    else if (lacks.password) passwordField.current?.focus();
    else startTransition(() => attempt(credentials));
  }

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
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
            value={username}
            onChange={(event) => typeUsername(event.currentTarget.value)}
            error={missing.username && t('usernameMissing')}
          />
          <PasswordField
            ref={passwordField}
            label={t('password')}
            name="password"
            autoComplete="current-password"
            maxLength={1024}
            value={password}
            onChange={(event) => typePassword(event.currentTarget.value)}
            error={missing.password ? t('passwordMissing') : isAtPassword && failure}
          />
          <WaitingButton type="submit" loading={isPending}>
            {t('submit')}
          </WaitingButton>
          <ForgottenLink username={username} />
        </Stack>
      </form>
      {appConfig().demo && (
        <DemoSignIns
          onChoose={(chosen) => {
            onUsername(chosen.username);
            setPassword(chosen.password);
            setMissing({ username: false, password: false });
          }}
        />
      )}
    </Stack>
  );
}

/** Tells a wrong username or password from a failure that no other password would mend. */
function areCredentialsRefused(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 401;
}
