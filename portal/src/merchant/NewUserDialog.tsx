import { Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PhoneField } from '../lib/PhoneField.tsx';
import type { SubmitEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../ui/Dialogs.tsx';
import type { NewUserDraft } from './new-user-draft.ts';

interface NewUserDialogProps {
  readonly form: UseFormReturnType<NewUserDraft>;
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
  readonly isPending: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The form that creates a user (spec 2 §2). */
export function NewUserDialog({ form, ...dialog }: NewUserDialogProps) {
  const { t } = useTranslation('merchant');
  return (
    <FormDialog title={t('newUser.title')} submitText={t('newUser.submit')} {...dialog}>
      <Text size="sm" c="dimmed">
        {t('newUser.text')}
      </Text>
      <TextInput
        label={t('newUser.name')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('newUser.email')}
        description={t('newUser.emailHelp')}
        required
        type="email"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <PhoneField label={t('newUser.phone')} required {...form.getInputProps('phone')} />
    </FormDialog>
  );
}
