import { Button, TextInput, Stack, Loader, Title } from '@mantine/core';
import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { useRef, useState, lazy, Suspense } from 'react';
import { isEmail } from '@portage/contract/text';
import { passwordEndpoints } from '@portage/contract/users/passwords';
import { secondFactorEndpoints } from '@portage/contract/users/second-factor';
import type { SecondFactorChallenge, SessionTokens } from '@portage/contract/users/sessions';
import { useTranslation, loadTexts } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { NewPasswordField, useUnmetRules } from '../lib/NewPasswordField.tsx';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';
import { CancellableForm, useFirstFocus } from './CancellableForm.tsx';
import { deviceToken } from './device-token.ts';
import classes from './ResetPasswordForm.module.css';
import type { SignInPlace, SignInSteps } from './sign-in-place.ts';

const FactorForm = lazy(async () => {
  const [{ FactorForm }] = await Promise.all([
    import('../lib/second-factor/FactorForm.tsx'),
    loadTexts('secondFactor'),
  ]);
  return { default: FactorForm };
});

interface SecondFactorStepProps {
  readonly username: string;
  readonly challenge: SecondFactorChallenge;
  readonly onDone: (tokens: SessionTokens) => void;
  readonly onCancel: () => void;
}

function SecondFactorStep({ username, challenge, ...on }: SecondFactorStepProps) {
  const { t } = useTranslation('signIn');
  const { session, challengeParameters } = challenge;
  return (
    <Stack gap="md">
      <Title order={1}>{t('secondFactor')}</Title>
      <Suspense fallback={<Loader />}>
        <FactorForm
          challenge={challengeParameters}
          onProof={async (proof) => {
            const body = { username, session, proof, device: deviceToken() };
            on.onDone(await callApi(secondFactorEndpoints.complete, { body }));
          }}
          onCancel={on.onCancel}
        />
      </Suspense>
    </Stack>
  );
}

interface NewPasswordFormProps {
  readonly username: string;
  readonly session: string;
  readonly onDone: (tokens: SessionTokens) => void;
  readonly onCancel: () => void;
}

/** Mode 2: replaces the temporary password. */
function NewPasswordForm({ username, session, onDone, onCancel }: NewPasswordFormProps) {
  const { t } = useTranslation('signIn');
  const [newPassword, setNewPassword] = useState('');
  const { unmet, maySend } = useUnmetRules(newPassword);
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  const complete = useMutation({
    mutationFn: () =>
      callApi(passwordEndpoints.complete, {
        body: { username, newPassword, session, device: deviceToken() },
      }),
    onMutate: dismissNotifications,
    onSuccess: (tokens) => {
      notifySuccess({
        about: 'orders',
        title: t('newPassword.succeeded'),
        message: t('newPassword.succeededText'),
      });
      onDone(tokens);
    },
    onError: (cause) => notifyError({ title: t('newPassword.failed'), cause }),
  });

  return (
    <CancellableForm
      title={t('newPassword.title')}
      text={t('newPassword.text', { username })}
      submitLabel={t('newPassword.submit')}
      maySubmit={maySend}
      isPending={complete.isPending}
      onSubmit={() => complete.mutate()}
      onCancel={onCancel}
    >
      <NewPasswordField
        ref={field}
        username={username}
        value={newPassword}
        unmet={unmet}
        onChange={setNewPassword}
        failure={complete.error}
      />
    </CancellableForm>
  );
}

const CODE_LENGTH = 6;

/** Also reads "123 456". */
export function readResetCode(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, CODE_LENGTH);
}

function useResetRequest(onSent: (username: string) => void) {
  const { t } = useTranslation('signIn');
  return useMutation({
    mutationFn: (username: string) =>
      callApi(passwordEndpoints.requestReset, { body: { username, device: deviceToken() } }),
    onMutate: dismissNotifications,
    onSuccess: (_, username) => {
      notifySuccess({ about: 'orders', title: t('forgot.sent'), message: t('forgot.sentText') });
      onSent(username);
    },
    onError: (cause) => notifyError({ title: t('forgot.failed'), cause }),
  });
}

interface ResetPasswordFormProps {
  readonly username: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Mode 4: the code from the mail and the new password. */
function ResetPasswordForm({ username, onDone, onCancel }: ResetPasswordFormProps) {
  const { t } = useTranslation('signIn');
  const [code, setCode] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const { unmet, maySend } = useUnmetRules(newPassword);
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
      maySubmit={code.length === CODE_LENGTH && maySend}
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
        <Button
          className={classes['again'] ?? ''}
          variant="transparent"
          size="compact-sm"
          loading={request.isPending}
          onClick={() => request.mutate(username)}
        >
          {t('reset.again')}
        </Button>
      </Stack>
      <NewPasswordField
        username={username}
        value={newPassword}
        unmet={unmet}
        onChange={setNewPassword}
        failure={confirm.error}
      />
    </CancellableForm>
  );
}

function isCodeRefused(error: unknown): error is ApiError {
  const refused = ['reset_code_wrong', 'reset_code_expired'];
  return error instanceof ApiError && refused.includes(error.problem.code);
}

interface ForgotPasswordFormProps {
  readonly username: string;
  readonly onUsername: (typed: string) => void;
  /** With the trimmed username. */
  readonly onSent: (username: string) => void;
  readonly onCancel: () => void;
}

/** Mode 3: the e-mail address for the reset code. */
function ForgotPasswordForm(props: ForgotPasswordFormProps) {
  const { username, onUsername, onSent, onCancel } = props;
  const { t } = useTranslation('signIn');
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  const request = useResetRequest(onSent);
  return (
    <CancellableForm
      title={t('forgot.title')}
      text={t('forgot.text')}
      submitLabel={t('forgot.submit')}
      maySubmit={isEmail(username)}
      isPending={request.isPending}
      onSubmit={() => request.mutate(username.trim())}
      onCancel={onCancel}
    >
      <TextInput
        ref={field}
        type="email"
        name="username"
        label={t('forgot.field')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => onUsername(event.currentTarget.value)}
      />
    </CancellableForm>
  );
}

interface OtherModesProps extends SignInSteps {
  readonly place: Exclude<SignInPlace, { readonly mode: 'normal' }>;
}

export function OtherModes(props: OtherModesProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <OtherMode {...props} />
    </QueryClientProvider>
  );
}

function OtherMode({ place, username, onUsername, onSignedIn, onOpen }: OtherModesProps) {
  const openNormal = () => onOpen(undefined, { username });
  if (place.mode === 'new-password') {
    return (
      <NewPasswordForm
        username={place.username}
        session={place.challenge}
        onDone={(tokens) => onSignedIn(tokens, place.username)}
        onCancel={openNormal}
      />
    );
  }
  if (place.mode === 'second-factor') {
    return (
      <SecondFactorStep
        username={place.username}
        challenge={place.factor}
        onDone={(tokens) => onSignedIn(tokens, place.username)}
        onCancel={openNormal}
      />
    );
  }
  if (place.mode === 'reset') {
    return (
      <ResetPasswordForm
        username={place.username}
        onDone={() => onOpen(undefined, { username: place.username })}
        onCancel={openNormal}
      />
    );
  }
  return (
    <ForgotPasswordForm
      username={username}
      onUsername={onUsername}
      onSent={(address) => onOpen('reset', { username: address })}
      onCancel={openNormal}
    />
  );
}
