import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { unmetPasswordRules } from '@portage/contract/password-rule';
import { passwordEndpoints } from '@portage/contract/passwords';
import type { SessionTokens } from '@portage/contract/sessions';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import '@mantine/core/styles/PasswordInput.layer.css';

interface NewPasswordFormProps {
  readonly username: string;
  /** The challenge's session, handed back with the password. */
  readonly session: string;
  readonly onDone: (tokens: SessionTokens) => void;
  readonly onCancel: () => void;
}

/** Mode 2 of the sign-in page: the first password of one's own, in place of the temporary one. */
export function NewPasswordForm({ username, session, onDone, onCancel }: NewPasswordFormProps) {
  const { t } = useTranslation('signIn');
  const [newPassword, setNewPassword] = useState('');
  const checklistId = useId();
  const complete = useMutation({
    mutationFn: () =>
      callApi(passwordEndpoints.complete, { body: { username, newPassword, session } }),
    onMutate: dismissNotifications,
    onSuccess: (tokens) => {
      notifySuccess({
        title: t('newPassword.succeeded'),
        message: t('newPassword.succeededText'),
      });
      onDone(tokens);
    },
    onError: (cause) => notifyError({ title: t('newPassword.failed'), cause }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    complete.mutate();
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Title order={1}>{t('newPassword.title')}</Title>
        <Text>{t('newPassword.text', { username })}</Text>
        <input type="text" hidden autoComplete="username" value={username} readOnly />
        <PasswordInput
          label={t('newPassword.field')}
          autoComplete="new-password"
          data-autofocus
          value={newPassword}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
          aria-describedby={checklistId}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
        />
        <PasswordChecklist id={checklistId} password={newPassword} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('newPassword.cancel')}
          </Button>
          <Button
            type="submit"
            disabled={unmetPasswordRules(newPassword).length > 0}
            loading={complete.isPending}
          >
            {t('newPassword.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
