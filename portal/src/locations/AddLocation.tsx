import { Alert, Button, List } from '@mantine/core';
import { fieldMessages } from '@portage/contract/field-messages';
import { merchantChangeEndpoints, NewLocation } from '@portage/contract/merchants/merchant-changes';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { type AddressDraft, blankAddress, completeAddress } from '../lib/address/address-draft.ts';
import { AddressFields } from '../lib/address/AddressFields.tsx';
import { PlaceSearch } from '../lib/address/PlaceSearch.tsx';
import { callApi } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { useCheckedForm } from '../lib/use-checked-form.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { FormDialog } from '../ui/Dialogs.tsx';
import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/List.layer.css';

const { addAdditionalLocations, removeAdditionalLocations } = merchantChangeEndpoints;

/** The parts of an address that a location needs (spec 2 §5), as the form shows them. */
const REQUIRED = ['street', 'city', 'postalCode', 'province', 'country'] as const;

/** A draft as the contract reads it: a unit that was left blank is absent. */
const locationOf = ({ unit, ...address }: AddressDraft) => ({
  ...address,
  ...(unit.trim() !== '' && { unit }),
});

/** The errors of a draft by its fields, as keys of the contract's messages. */
function errorsOf(draft: AddressDraft): Record<string, string> {
  const { error } = NewLocation.safeParse(locationOf(draft));
  const found = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
  const missing = missingOf(draft).map((part) => [part, 'required']);
  return Object.fromEntries([...found, ...missing]) as Record<string, string>;
}

const missingOf = (draft: AddressDraft) => REQUIRED.filter((part) => draft[part].trim() === '');

/** The button that adds a location, and its form (spec 2 §2). */
export function AddLocation() {
  const { t } = useTranslation('locations');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('add')}
      </Button>
      {isOpen && <LocationDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function LocationDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['locations', 'address', 'errors']);
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const [missing, setMissing] = useState<readonly (typeof REQUIRED)[number][]>([]);
  const form = useCheckedForm<AddressDraft>({
    name: 'location',
    initialValues: blankAddress,
    validate: errorsOf,
  });
  const { mutate, isPending } = useProfileChange({
    send: (body: NewLocation) => callApi(addAdditionalLocations, { body }),
    undo: (body: NewLocation) => callApi(removeAdditionalLocations, { body }),
    done: () => t('errors:success.additionalLocationAdded'),
    failed: t('errors:error.couldNotAddAdditionalLocation'),
  });

  function submit(): void {
    setMissing(missingOf(form.values));
    const { hasErrors, errors } = form.validate();
    const location = NewLocation.safeParse(locationOf(form.values));
    if (hasErrors || !location.success) {
      const first = Object.keys(blankAddress).find((part) => errors[part] !== undefined);
      if (first !== undefined) form.getInputNode(first)?.focus();
      return;
    }
    mutate(location.data, {
      onSuccess: onClose,
      onError: (cause) => {
        const refused = cause instanceof ApiError ? (cause.problem.errors ?? []) : [];
        form.setErrors(Object.fromEntries(refused.map(({ path, message }) => [path, message])));
      },
    });
  }

  return (
    <FormDialog
      title={t('addTitle')}
      submitText={t('add')}
      size="lg"
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {missing.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('errors:error.fieldsRequired')}
        >
          <List size="sm">
            {missing.map((part) => (
              <List.Item key={part}>{t(`address:${part}`)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <PlaceSearch
        text={search}
        onTextChange={setSearch}
        onPick={({ label, address }) => {
          setSearch(label);
          form.setValues(completeAddress(form.values, address));
        }}
      />
      <AddressFields
        address={form.values}
        fieldProps={(part) => form.getInputProps(part)}
        onChange={(address) => form.setValues(address)}
        onCheck={(part) => form.validateField(part)}
        postalCodeError={
          form.errors['postalCode'] === 'postalCodeInvalid'
            ? fieldMessages.postalCodeInvalid[locale]
            : undefined
        }
      />
    </FormDialog>
  );
}
