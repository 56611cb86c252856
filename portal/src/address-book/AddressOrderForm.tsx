import { Alert, Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SavedAddress } from '@portage/contract/addresses';
import type { Merchant } from '@portage/contract/merchants';
import type { NewOrder } from '@portage/contract/new-order';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { addressDraftOf } from '../lib/address/address-draft.ts';
import { AddressFields } from '../lib/address/AddressFields.tsx';
import { fieldMessage } from '../lib/field-message.ts';
import { focusFirstField } from '../ui/focus-field.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { pressInPlace } from '../ui/press-in-place.ts';
import { ratesTo } from './address-calls.ts';
import { type AddressOrderDraft, readAddressOrder } from './read-address-order.ts';
import { ServiceChoice } from './ServiceChoice.tsx';
import { useCreateAddressOrder } from './use-create-address-order.ts';

interface AddressOrderFormProps {
  readonly saved: SavedAddress;
  readonly merchant: Merchant;
  readonly onClose: () => void;
}

/** Asks for what an order needs besides its recipient; the origin is the main location at first. */
export function AddressOrderForm({ saved, merchant, onClose }: AddressOrderFormProps) {
  const { t } = useTranslation(['addressBook', 'common', 'errors']);
  const locale = useLocale();
  const id = useId();
  const errorText = (error: unknown) => {
    if (error === 'postalCodeInvalid') return t('errors:error.invalidPostalCode');
    return typeof error === 'string' ? fieldMessage(error, locale) : undefined;
  };
  const form = useForm<AddressOrderDraft>({
    initialValues: {
      service: '',
      packageCount: '1',
      refNumber: '',
      notes: '',
      originAddress: addressDraftOf(merchant.merchantLocation),
    },
    validate: (values) => readAddressOrder(values, saved).errors,
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ field, form: { errors } }) => ({
      error: errorText(errors[field]),
      'data-path': field,
    }),
  });
  const focus = (paths: readonly string[]) => {
    const element = document.getElementById(id);
    if (element) focusFirstField(element, paths);
  };
  const queryClient = useQueryClient();
  const shownRates = ratesTo(saved.address.postalCode);

  /** The rate on the screen, where it is one for this order: from the main location, for one package. */
  function quotedRate({ service, originAddress, packageCount }: NewOrder): NewOrder['quotedRate'] {
    const { postalCode } = merchant.merchantLocation;
    if (originAddress.postalCode !== postalCode || packageCount !== 1) return undefined;
    const rates = queryClient.getQueryData(shownRates.queryKey)?.rates ?? [];
    const rate = rates.find((one) => one.service === service);
    return rate && { price: rate.price, epochEstimateTo: rate.epochEstimateTo };
  }

  const { mutate, isPending } = useCreateAddressOrder({
    onCreated: onClose,
    onRates: (rates) => queryClient.setQueryData(shownRates.queryKey, rates),
    onInvalid: (errors) => {
      form.setErrors(errors);
      focus(Object.keys(errors));
    },
  });
  const submit = form.onSubmit(
    (values) => {
      const { order } = readAddressOrder(values, saved);
      if (order) mutate({ ...order, quotedRate: quotedRate(order) });
    },
    (errors) => focus(Object.keys(errors)),
  );
  const needsPhone = !merchant.phoneOptional && saved.recipient.phone === undefined;

  return (
    <form noValidate id={id} onSubmit={submit}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h3">
            {t('order.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('order.to', { name: saved.recipient.name, postalCode: saved.address.postalCode })}
          </Text>
        </div>
        {needsPhone && <Alert color="orange">{t('order.needsPhone')}</Alert>}
        <ServiceChoice
          postalCode={saved.address.postalCode}
          origin={merchant.merchantLocation.postalCode}
          value={form.values.service}
          onChange={(service) => {
            form.setFieldValue('service', service);
            form.clearFieldError('service');
          }}
          error={errorText(form.errors['service'])}
        />
        <NumberField
          label={t('order.packageCount')}
          required
          step={1}
          {...form.getInputProps('packageCount')}
        />
        <TextInput
          label={t('order.refNumber')}
          maxLength={100}
          {...form.getInputProps('refNumber')}
        />
        <Textarea
          label={t('order.notes')}
          maxLength={2000}
          autosize
          minRows={2}
          {...form.getInputProps('notes')}
        />
        <Title order={3} size="sm">
          {t('order.origin')}
        </Title>
        <AddressFields
          address={form.values.originAddress}
          fieldProps={(part) => form.getInputProps(`originAddress.${part}`)}
          onChange={(address) => form.setFieldValue('originAddress', address)}
          onCheck={(part) => form.validateField(`originAddress.${part}`)}
        />
        <Group justify="flex-end">
          <Button variant="default" {...pressInPlace} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" {...pressInPlace} loading={isPending} disabled={needsPhone}>
            {t('createOrder')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
