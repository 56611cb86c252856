import {
  Alert,
  Button,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
  Radio,
  Skeleton,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import type { SavedAddress } from '@portage/contract/addresses/addresses';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { Service, serviceNames } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import { addressDraftOf } from '../lib/address/address-draft.ts';
import { addressAt, AddressFields } from '../lib/address/AddressFields.tsx';
import { fieldMessage } from '../lib/field-message.ts';
import { useFormat } from '../lib/format.ts';
import { notifySuccess } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';
import { useCheckedForm } from '../lib/use-checked-form.ts';
import { useCreateOrder } from '../order/create-order.ts';
import { explainedRatesQuery } from '../order/rate-choice/rate-calls.ts';
import { UnavailableServices } from '../order/rate-choice/RateChoice.tsx';
import { focusFirstField } from '../ui/focus-field.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { pressInPlace } from '../ui/pressed-once.ts';
import classes from './AddressBook.module.css';
import { type AddressOrderDraft, readAddressOrder } from './read-address-order.ts';

const CreatedOrder = lazy(async () => ({
  default: (await import('../order/CreatedOrder.tsx')).CreatedOrder,
}));

interface ServiceChoiceProps {
  /** The rates depend on it alone (spec 2 §2). */
  readonly postalCode: string;
  /** The rates start there. */
  readonly origin: string;
  readonly value: Service | '';
  readonly onChange: (service: Service) => void;
  readonly error?: string;
}

function ServiceChoice(props: ServiceChoiceProps) {
  const { postalCode, origin, value, onChange, error } = props;
  const { t, locale } = useTranslation('addressBook');
  const { money } = useFormat();
  const rates = useQuery(explainedRatesQuery({ postalCode }));
  const isEmpty = rates.data?.rates.length === 0;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('order.service')}
        required
        data-path="service"
        value={value === '' ? null : value}
        onChange={(service) => onChange(Service.parse(service))}
        error={error}
      >
        <Stack gap={6} my={6}>
          {rates.data?.rates.map(({ service, price, currency }) => (
            <Group key={service} justify="space-between" wrap="nowrap" gap="sm">
              <Radio
                value={service}
                // It needs a window, which the popover has no field for.
                disabled={service === 'SCHEDULED'}
                label={serviceNames[service][locale]}
                {...(service === 'SCHEDULED' && { description: t('order.needsWindow') })}
              />
              <span className={classes['price']}>{money(price, currency)}</span>
            </Group>
          ))}
          {rates.isPending && <Skeleton height={96} />}
          {isEmpty && (
            <Text size="sm">{t('order.cannotShip', { origin, destination: postalCode })}</Text>
          )}
          {rates.isError && (
            <Group gap="xs">
              <Text size="sm">{t('order.ratesFailed')}</Text>
              <Button size="compact-sm" variant="default" onClick={() => void rates.refetch()}>
                {t('order.retry')}
              </Button>
            </Group>
          )}
        </Stack>
      </Radio.Group>
      <UnavailableServices unavailable={rates.data?.unavailable ?? []} />
    </Stack>
  );
}

interface AddressOrderFormProps {
  readonly saved: SavedAddress;
  readonly merchant: Merchant;
  readonly onClose: () => void;
}

/** The origin is the main location at first. */
export function AddressOrderForm({ saved, merchant, onClose }: AddressOrderFormProps) {
  const { t, locale } = useTranslation(['addressBook', 'common', 'createdOrder', 'errors']);
  const id = useId();
  const errorText = (error: unknown) => {
    if (error === 'postalCodeInvalid') return t('errors:error.invalidPostalCode');
    return typeof error === 'string' ? fieldMessage(error, locale) : undefined;
  };
  const form = useCheckedForm<AddressOrderDraft>({
    initialValues: {
      service: '',
      packageCount: '1',
      refNumber: '',
      notes: '',
      originAddress: addressDraftOf(merchant.merchantLocation),
    },
    validate: (values) => readAddressOrder(values, saved).errors,
    enhanceGetInputProps: ({ field, form: { errors } }) => ({ error: errorText(errors[field]) }),
  });
  const focus = (paths: readonly string[]) => focusFirstField(document.getElementById(id), paths);
  const [created, setCreated] = useState<Order>();
  // From the main location, by destination alone (spec 2 §7).
  const shownRates = explainedRatesQuery({ postalCode: saved.address.postalCode });

  /** Undefined for another origin or several packages. */
  function quotedRate({ service, originAddress, packageCount }: NewOrder): NewOrder['quotedRate'] {
    const { postalCode } = merchant.merchantLocation;
    if (originAddress.postalCode !== postalCode || packageCount !== 1) return undefined;
    const rates = queryClient.getQueryData(shownRates.queryKey)?.rates ?? [];
    const rate = rates.find((one) => one.service === service);
    return rate && { price: rate.price, epochEstimateTo: rate.epochEstimateTo };
  }

  const { create } = useCreateOrder();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ order }: { order: NewOrder; prints: boolean }) => create(order),
    onSuccess: (creation, { prints }) => {
      if ('refused' in creation) {
        if (creation.rates) queryClient.setQueryData(shownRates.queryKey, creation.rates);
        form.setErrors(creation.refused);
        focus(Object.keys(creation.refused));
        return;
      }
      const { recipient, trackingNumber } = creation.created;
      notifySuccess({
        title: t('errors:success.orderCreated'),
        message: t('order.created', { name: recipient.name, trackingNumber }),
      });
      if (prints) setCreated(creation.created);
      else onClose();
    },
  });
  const submitted = (prints: boolean) =>
    form.onSubmit(
      (values) => {
        const { body } = readAddressOrder(values, saved);
        if (body) mutate({ order: { ...body, quotedRate: quotedRate(body) }, prints });
      },
      (errors) => focus(Object.keys(errors)),
    );
  const needsPhone = !merchant.phoneOptional && saved.recipient.phone === undefined;

  if (created) {
    return (
      <Suspense fallback={<Skeleton height={160} />}>
        <CreatedOrder order={created} prints isFocused>
          <Button variant="default" onClick={onClose}>
            {t('order.close')}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              form.reset();
              setCreated(undefined);
            }}
          >
            {t('createdOrder:another')}
          </Button>
        </CreatedOrder>
      </Suspense>
    );
  }
  return (
    <form noValidate id={id} onSubmit={submitted(false)}>
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
          {...form.getInputProps('service')}
          value={form.values.service}
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
        <AddressFields {...addressAt('originAddress', form)} />
        <Group justify="flex-end">
          <Button variant="default" {...pressInPlace} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            variant="default"
            {...pressInPlace}
            loading={isPending}
            disabled={needsPhone}
            onClick={() => submitted(true)()}
          >
            {t('order.createAndPrint')}
          </Button>
          <Button type="submit" {...pressInPlace} loading={isPending} disabled={needsPhone}>
            {t('createOrder')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
