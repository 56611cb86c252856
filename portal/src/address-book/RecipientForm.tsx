import { Button, Divider, Group, Stack } from '@mantine/core';
import { useId } from 'react';
import type { NewSavedAddress } from '@portage/contract/addresses/addresses';
import { useTranslation } from '../i18n/i18n.ts';
import { completeAddress } from '../lib/address/address-draft.ts';
import { addressAt, AddressFields } from '../lib/address/AddressFields.tsx';
import { PlaceSearch } from '../lib/address/PlaceSearch.tsx';
import type { FieldErrors } from '../lib/field-message.ts';
import { useCheckedForm } from '../lib/use-checked-form.ts';
import { RecipientFields } from '../order/order-form/RecipientFields.tsx';
import { focusFirstField } from '../ui/focus-field.ts';
import { pressInPlace } from '../ui/pressed-once.ts';
import { type RecipientDraft, readRecipient } from './read-recipient.ts';

interface RecipientFormProps {
  readonly draft: RecipientDraft;
  /** Shows errors before typing. */
  readonly isChecked?: boolean;
  readonly isPending?: boolean;
  /** The second argument shows errors of the server, by path. */
  readonly onSubmit: (recipient: NewSavedAddress, onInvalid: (errors: FieldErrors) => void) => void;
  readonly onCancel: () => void;
}

export function RecipientForm(props: RecipientFormProps) {
  const { draft, isChecked = false, isPending = false, onSubmit, onCancel } = props;
  const { t } = useTranslation(['addressBook', 'common']);
  const id = useId();
  const form = useCheckedForm<RecipientDraft>({
    initialValues: draft,
    ...(isChecked && { initialErrors: readRecipient(draft).errors }),
    validate: (values) => readRecipient(values).errors,
  });
  const focus = (paths: readonly string[]) => focusFirstField(document.getElementById(id), paths);
  const showErrors = (errors: FieldErrors) => {
    if (Object.keys(errors).length === 0) return;
    form.setErrors(errors);
    focus(Object.keys(errors));
  };
  const submit = form.onSubmit(
    (values) => {
      const { body } = readRecipient(values);
      if (body) onSubmit(body, showErrors);
    },
    (errors) => focus(Object.keys(errors)),
  );

  return (
    <form noValidate id={id} onSubmit={submit}>
      <Stack gap="md">
        <RecipientFields
          fieldProps={(part) => form.getInputProps(`recipient.${part}`)}
          phoneOptional
        />
        <Divider my="xs" />
        <PlaceSearch
          onPick={(address) =>
            form.setFieldValue('address', completeAddress(form.values.address, address))
          }
        />
        <AddressFields {...addressAt('address', form)} />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" {...pressInPlace} onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" {...pressInPlace} loading={isPending}>
            {t('edit.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
