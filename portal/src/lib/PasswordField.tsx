import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './PasswordField.module.css';
import '@mantine/core/styles/PasswordInput.layer.css';

/** A password that can be shown while it is typed. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('signIn');
  return (
    <PasswordInput
      classNames={{ input: classes['input'] ?? '' }}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
      {...props}
    />
  );
}
