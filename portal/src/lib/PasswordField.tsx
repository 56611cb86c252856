import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from '../i18n/i18n.ts';
import classes from './PasswordField.module.css';

export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('signIn');
  return (
    <PasswordInput
      classNames={{ input: classes['input'] ?? '' }}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
      visibilityToggleIcon={ToggleIcon}
      {...props}
    />
  );
}

const iconSize = { width: 'var(--psi-icon-size)', height: 'var(--psi-icon-size)' };

/** Mantine's own icon is not hidden from screen readers. */
export function ToggleIcon({ reveal }: { readonly reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon style={iconSize} aria-hidden />;
}
