import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { passwordEndpoints } from '@portage/contract/users/passwords';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { NewPasswordField, useUnmetRules } from '../lib/NewPasswordField.tsx';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';
import { CancellableForm, useFirstFocus } from './CancellableForm.tsx';
import { deviceToken } from './device-token.ts';

interface NewPasswordFormProps {
  readonly username: string;
  readonly session: string;
  readonly onDone: (tokens: SessionTokens) => void;
  readonly onCancel: () => void;
}

/** Mode 2: replaces the temporary password. */
export function NewPasswordForm({ username, session, onDone, onCancel }: NewPasswordFormProps) {
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
