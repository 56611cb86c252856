import { Button, Divider, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SavedAddress } from '@portage/contract/addresses';
import { PHONE_INPUT_MAX_LENGTH } from '@portage/contract/phone';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { completeAddress } from '../lib/address/address-draft.ts';
import { AddressFields } from '../lib/address/AddressFields.tsx';
import { PlaceSearch } from '../lib/address/PlaceSearch.tsx';
import { fieldMessage } from '../lib/field-message.ts';
import pair from '../ui/FieldPair.module.css';
import { focusFirstField } from '../ui/focus-field.ts';
import { type RecipientDraft, readRecipient, recipientDraftOf } from './read-recipient.ts';
import { useSaveAddress } from './use-save-address.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface AddressDialogProps {
  /** The recipient to edit; `new` for one that is not saved yet; closed when undefined. */
  readonly editing: SavedAddress | 'new' | undefined;
  readonly onClose: () => void;
}

/** Saves a new recipient in the address book, or edits one. */
export function AddressDialog({ editing, onClose }: AddressDialogProps) {
  const { t } = useTranslation(['addressBook', 'common']);
  return (
    <Modal
      opened={editing !== undefined}
      onClose={onClose}
      title={t(editing === 'new' ? 'edit.createTitle' : 'edit.title')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      size="lg"
      centered
    >
      {editing && <AddressForm saved={editing === 'new' ? undefined : editing} onClose={onClose} />}
    </Modal>
  );
}

interface AddressFormProps {
  readonly saved: SavedAddress | undefined;
  readonly onClose: () => void;
}

function AddressForm({ saved, onClose }: AddressFormProps) {
  const { t } = useTranslation(['addressBook', 'common']);
  const locale = useLocale();
  const id = useId();
  const form = useForm<RecipientDraft>({
    initialValues: recipientDraftOf(saved),
    validate: (values) => readRecipient(values).errors,
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ field, form: { errors } }) => {
      const error = errors[field];
      return {
        error: typeof error === 'string' ? fieldMessage(error, locale) : error,
        'data-path': field,
      };
    },
  });
  const focus = (paths: readonly string[]) => {
    const element = document.getElementById(id);
    if (element) focusFirstField(element, paths);
  };
  const { mutate, isPending } = useSaveAddress(saved?.id, {
    onSaved: onClose,
    onInvalid: (errors) => {
      form.setErrors(errors);
      focus(Object.keys(errors));
    },
  });
  const submit = form.onSubmit(
    (values) => {
      const { recipient } = readRecipient(values);
      if (recipient) mutate(recipient);
    },
    (errors) => focus(Object.keys(errors)),
  );

  return (
    <form noValidate id={id} onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t('edit.name')}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('recipient.name')}
        />
        <div className={pair['pair']}>
          <TextInput
            label={t('edit.phone')}
            type="tel"
            maxLength={PHONE_INPUT_MAX_LENGTH}
            {...form.getInputProps('recipient.phone')}
          />
          <TextInput
            label={t('edit.email')}
            type="email"
            maxLength={254}
            {...form.getInputProps('recipient.email')}
          />
        </div>
        <Divider my="xs" />
        <PlaceSearch
          text={form.values.freeSearch}
          onTextChange={(text) => form.setFieldValue('freeSearch', text)}
          onPick={({ label, address }) => {
            form.setFieldValue('freeSearch', label);
            form.setFieldValue('address', completeAddress(form.values.address, address));
          }}
        />
        <AddressFields
          address={form.values.address}
          fieldProps={(part) => form.getInputProps(`address.${part}`)}
          onChange={(address) => form.setFieldValue('address', address)}
          onCheck={(part) => form.validateField(`address.${part}`)}
        />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('edit.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
