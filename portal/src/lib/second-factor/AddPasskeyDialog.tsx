import { Text, TextInput } from '@mantine/core';
import { type AddedFactor, secondFactorEndpoints } from '@portage/contract/users/second-factor';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { callApi } from '../api.ts';
import { ApiError } from '../api-error.ts';
import { fieldMessage } from '../field-message.ts';
import { createPasskey } from './passkey-ceremony.ts';
import { FormDialog } from '../../ui/Dialogs.tsx';

interface AddFactorDialogProps {
  readonly onAdded: (added: AddedFactor) => void;
  readonly onClose: () => void;
}

/** Adds a passkey: asks for its name, then the browser creates it. */
export function AddPasskeyDialog({ onAdded, onClose }: AddFactorDialogProps) {
  const { t } = useTranslation('secondFactor');
  const locale = useLocale();
  const [name, setName] = useState(() => t('methods.passkey'));
  const add = useMutation({
    mutationFn: async () => {
      const options = await callApi(secondFactorEndpoints.startPasskey, {});
      const response = await createPasskey(options);
      return callApi(secondFactorEndpoints.addPasskey, { body: { name, response } });
    },
    onSuccess: onAdded,
  });
  const { error } = add;
  const failure = error && (error instanceof ApiError ? error.message : t('passkey.failed'));

  return (
    <FormDialog
      title={t('passkey.title')}
      submitText={t('passkey.submit')}
      isPending={add.isPending}
      onSubmit={() => {
        if (name.trim() !== '') add.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('passkey.text')}
      </Text>
      <TextInput
        label={t('passkey.name')}
        description={t('passkey.nameHelp')}
        data-autofocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={name.trim() === '' ? fieldMessage('required', locale) : failure}
      />
    </FormDialog>
  );
}
