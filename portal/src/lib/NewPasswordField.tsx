import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from './api-error.ts';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import { PasswordField } from './PasswordField.tsx';

interface NewPasswordFieldProps {
  /** Whose password it is: told to password managers, not shown. */
  readonly username: string;
  readonly value: string;
  readonly onChange: (newPassword: string) => void;
  /** Why the password was not saved; shown where it is about the password itself. */
  readonly failure: Error | null;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A new password with its checklist: modes 2 and 4 of the sign-in page, and one's own settings. */
export function NewPasswordField({
  username,
  value,
  onChange,
  failure,
  ref,
}: NewPasswordFieldProps) {
  const { t } = useTranslation('signIn');
  const checklistId = useId();
  return (
    <div>
      <input type="text" hidden autoComplete="username" value={username} readOnly />
      <PasswordField
        ref={ref}
        label={t('newPassword.field')}
        name="new-password"
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-describedby={checklistId}
        error={messageOf(failure)}
        mb="md"
      />
      <PasswordChecklist id={checklistId} password={value} />
    </div>
  );
}

/** What the server says of the new password itself, such as that it is one of the most used. */
function messageOf(failure: Error | null): string | undefined {
  const errors = failure instanceof ApiError ? failure.problem.errors : undefined;
  return errors?.find(({ path }) => path === 'newPassword')?.message;
}
