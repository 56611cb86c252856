import { TextInput } from '@mantine/core';
import { isEmail } from '@portage/contract/email';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CancellableForm } from './CancellableForm.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { useResetRequest } from './use-reset-request.ts';

interface ForgotPasswordFormProps {
  readonly username: string;
  readonly onUsername: (typed: string) => void;
  /** Called with the trimmed username once a code was asked for. */
  readonly onSent: (username: string) => void;
  readonly onCancel: () => void;
}

/** Mode 3 of the sign-in page: the e-mail address to which a reset code shall go. */
export function ForgotPasswordForm(props: ForgotPasswordFormProps) {
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
