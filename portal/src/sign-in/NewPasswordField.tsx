import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import { PasswordField } from './PasswordField.tsx';

interface NewPasswordFieldProps {
  /** Whose password it is: told to password managers, not shown. */
  readonly username: string;
  readonly value: string;
  readonly onChange: (newPassword: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A new password with its checklist, for modes 2 and 4 of the sign-in page. */
export function NewPasswordField({ username, value, onChange, ref }: NewPasswordFieldProps) {
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
        mb="md"
      />
      <PasswordChecklist id={checklistId} password={value} />
    </div>
  );
}
