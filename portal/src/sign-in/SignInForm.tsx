import { Alert, Stack, TextInput, Title, Button, Divider, Text } from '@mantine/core';
import {
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import {
  type Credentials,
  type SignInAnswer,
  sessionEndpoints,
  sessionKind,
} from '@portage/contract/users/sessions';
import { translate, useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { appConfig } from '../lib/app-config.ts';
import { endOnServer } from '../lib/keep-session.ts';
import { dismissNotifications, notifyError } from '../lib/notify.tsx';
import { PasswordField } from '../lib/PasswordField.tsx';
import { signedOutBecause, claimsOf } from '../lib/session.ts';
import { paths } from '../paths.ts';
import { LinkAnchor } from '../ui/links.tsx';
import { deviceToken } from './device-token.ts';
import type { SignInSteps } from './sign-in-place.ts';

/** Throws for API credentials, and ends their session. */
async function signIn(credentials: Credentials): Promise<SignInAnswer> {
  const answer = await callApi(sessionEndpoints.signIn, {
    body: { ...credentials, device: deviceToken() },
  });
  const claims = 'token' in answer ? claimsOf(answer.token) : undefined;
  if (!('token' in answer) || !claims || sessionKind(claims) === 'user') return answer;
  void endOnServer(answer.refreshToken);
  throw new Error(translate('signIn:serviceUser'));
}

/** Id and status are the specification's (spec 1 §8). */
function SignInFailure({ error }: { readonly error: Error }) {
  const status = error instanceof ApiError ? error.problem.status : undefined;
  return (
    <span id="LOGIN_FAIL" data-status={status}>
      {error.message}
    </span>
  );
}

/** Keeps the typed username. */
function ForgottenLink({ username }: { readonly username: string }) {
  const { t } = useTranslation('signIn');
  return (
    <LinkAnchor
      size="sm"
      ta="center"
      py={12}
      my={-12}
      onClick={dismissNotifications}
      from={paths.signIn()}
      to={paths.signIn()}
      search={(search) => ({ ...search, mode: 'forgot' })}
      state={{ signIn: { username } }}
    >
      {t('forgotten')}
    </LinkAnchor>
  );
}

function DemoSignIns({ onChoose }: { readonly onChoose: (credentials: Credentials) => void }) {
  const { t } = useTranslation('signIn');
  return (
    <Stack gap="xs">
      <Divider />
      <Title order={2} size="h3">
        {t('demo.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('demo.text')}
      </Text>
      {appConfig().demoSignIns.map(({ username, password, merchant }) => (
        <Button
          key={username}
          variant="default"
          justify="space-between"
          h="auto"
          py="xs"
          onClick={() => onChoose({ username, password })}
        >
          <Stack gap={0} align="flex-start" ta="start" style={{ whiteSpace: 'normal' }}>
            <Text size="sm" fw="inherit">
              {merchant}
            </Text>
            <Text size="xs" c="dimmed">
              {username} · {password}
            </Text>
          </Stack>
        </Button>
      ))}
    </Stack>
  );
}

interface SignInFormProps extends SignInSteps {
  /** The sign-in's by default. */
  readonly failureTitle?: string;
}

/** Mode 1: username and password. */
export function SignInForm({ username, failureTitle, onUsername, ...on }: SignInFormProps) {
  const { t } = useTranslation('signIn');
  const titleId = useId();
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const focusFirst = useEffectEvent(() =>
    (username === '' ? usernameField : passwordField).current?.focus(),
  );
  useEffect(() => focusFirst(), []);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState({ username: false, password: false });
  // Not a mutation: the query client loads only after signing in.
  const [error, attempt, isPending] = useActionState(
    async (_: unknown, credentials: Credentials): Promise<unknown> => {
      dismissNotifications();
      try {
        proceed(credentials.username, await signIn(credentials));
        return undefined;
      } catch (cause) {
        notifyError({ title: failureTitle ?? t('error.loginFailed'), cause });
        if (areCredentialsRefused(cause)) passwordField.current?.select();
        return cause;
      }
    },
    undefined,
  );
  /** Begins the session, or opens the mode that the answer asks for. */
  function proceed(as: string, answer: SignInAnswer): void {
    if (!('challengeName' in answer)) on.onSignedIn(answer, as);
    else if (answer.challengeName === 'SECOND_FACTOR_REQUIRED') {
      on.onOpen('second-factor', { username: as, factor: answer });
    } else on.onOpen('new-password', { username: as, challenge: answer.session });
  }

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
          <Button type="submit" loading={isPending}>
            {t('submit')}
          </Button>
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

function areCredentialsRefused(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 401;
}
