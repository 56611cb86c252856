import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PhoneField } from '../lib/PhoneField.tsx';
import type { SubmitEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { pressInPlace } from '../ui/press-in-place.ts';
import type { NewUserDraft } from './new-user-draft.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface NewUserDialogProps {
  readonly form: UseFormReturnType<NewUserDraft>;
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
  readonly isPending: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The form that creates a user (spec 2 §2). */
export function NewUserDialog(props: NewUserDialogProps) {
  const { t } = useTranslation(['merchant', 'common']);
  const { form, onSubmit, isPending, isOpen, onClose } = props;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('newUser.title')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      centered
    >
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
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
          <Group justify="flex-end" mt="xs">
            <Button variant="default" {...pressInPlace} onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" {...pressInPlace} loading={isPending}>
              {t('newUser.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
