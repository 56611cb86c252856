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
import { useForm } from '@mantine/form';
import type { SavedAddress } from '@portage/contract/addresses/addresses';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';
import { useQueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useRef, useState } from 'react';
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
import type { ExplainedRates } from '@portage/contract/rates/rates';
import { type Order, orderEndpoints } from '@portage/contract/orders/orders';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { type Attempt, attemptFor } from '../lib/attempt.ts';
import { resourceKey } from '../lib/call-query.ts';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';
import { Service, serviceNames } from '@portage/contract/rates/services';
import { useFormat } from '../lib/use-format.ts';
import { UnavailableServices } from '../order/rate-choice/RateChoice.tsx';
import classes from './AddressBook.module.css';

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
  readonly error: string | undefined;
}

function ServiceChoice(props: ServiceChoiceProps) {
  const { postalCode, origin, value, onChange, error } = props;
  const { t } = useTranslation('addressBook');
  const locale = useLocale();
  const { money } = useFormat();
  const rates = useQuery(ratesTo(postalCode));
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

interface Creation {
  readonly order: NewOrder;
  readonly prints: boolean;
}

interface CreateOptions {
  readonly onCreated: (order: Order, prints: boolean) => void;
  /** Called with current rates when the quoted one no longer holds. */
  readonly onRates: (rates: ExplainedRates) => void;
  /** Messages by path. */
  readonly onInvalid: (errors: Readonly<Record<string, string>>) => void;
}

/** One Idempotency-Key until the content changes. */
function useCreateAddressOrder({ onCreated, onRates, onInvalid }: CreateOptions) {
  const { t } = useTranslation(['addressBook', 'errors']);
  const queryClient = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  return useMutation({
    mutationFn: ({ order: body }: Creation) => {
      attempt.current = attemptFor(body, attempt.current);
      return callApi(orderEndpoints.create, { body }, { idempotencyKey: attempt.current.key });
    },
    onMutate: dismissErrors,
    onSuccess: (created, { prints }) => {
      // The next order may have equal content.
      attempt.current = undefined;
      const { recipient, trackingNumber } = created;
      notifySuccess({
        title: t('errors:success.orderCreated'),
        message: t('order.created', { name: recipient.name, trackingNumber }),
      });
      void queryClient.invalidateQueries({ queryKey: resourceKey(orderEndpoints.list) });
      onCreated(created, prints);
    },
    onError: (cause, { order: { recipient } }) => {
      const text = t('errors:error.orderCreationFailedDescription', { name: recipient.name });
      const errors = cause instanceof ApiError ? (cause.problem.errors ?? []) : [];
      const reasons = errors.map(({ message }) => message);
      const reason = cause instanceof ApiError && reasons.length === 0 ? [cause.message] : reasons;
      notifyError({
        title: t('errors:error.orderCreationFailed'),
        message: [text, ...reason].join(' '),
        cause,
      });
      if (cause instanceof ApiError && cause.problem.rates) {
        onRates(cause.problem.rates);
        onInvalid({ service: cause.message });
        return;
      }
      onInvalid(Object.fromEntries(errors.map(({ path, message }) => [path, message])));
    },
  });
}

interface AddressOrderFormProps {
  readonly saved: SavedAddress;
  readonly merchant: Merchant;
  readonly onClose: () => void;
}

/** The origin is the main location at first. */
export function AddressOrderForm({ saved, merchant, onClose }: AddressOrderFormProps) {
  const { t } = useTranslation(['addressBook', 'common', 'createdOrder', 'errors']);
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
  const [created, setCreated] = useState<Order>();
  const queryClient = useQueryClient();
  const shownRates = ratesTo(saved.address.postalCode);

  /** Undefined for another origin or several packages. */
  function quotedRate({ service, originAddress, packageCount }: NewOrder): NewOrder['quotedRate'] {
    const { postalCode } = merchant.merchantLocation;
    if (originAddress.postalCode !== postalCode || packageCount !== 1) return undefined;
    const rates = queryClient.getQueryData(shownRates.queryKey)?.rates ?? [];
    const rate = rates.find((one) => one.service === service);
    return rate && { price: rate.price, epochEstimateTo: rate.epochEstimateTo };
  }

  const { mutate, isPending } = useCreateAddressOrder({
    onCreated: (order, prints) => (prints ? setCreated(order) : onClose()),
    onRates: (rates) => queryClient.setQueryData(shownRates.queryKey, rates),
    onInvalid: (errors) => {
      form.setErrors(errors);
      focus(Object.keys(errors));
    },
  });
  const submitted = (prints: boolean) =>
    form.onSubmit(
      (values) => {
        const { order } = readAddressOrder(values, saved);
        if (order) mutate({ order: { ...order, quotedRate: quotedRate(order) }, prints });
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
