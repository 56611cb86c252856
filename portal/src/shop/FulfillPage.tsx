import {
  Alert,
  Button,
  Fieldset,
  Paper,
  Radio,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { REGIONAL_LOCALE } from '@portage/contract/locale';
import {
  type FulfillmentChoices,
  shopEndpoints,
  type ShopRate,
  type ShopRecipient,
} from '@portage/contract/shop/shop';
import { useLocale, useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { callQuery } from '../lib/call-query.ts';
import { type FieldErrors, refusedFields } from '../lib/field-message.ts';
import { LocationChoice } from '../lib/LocationChoice.tsx';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';
import { callShop, shopHost, notifyShopFailure } from '../lib/shop-link.ts';
import { paths } from '../paths.ts';
import { LinkAnchor } from '../ui/links.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { PageHead } from '../ui/PageHead.tsx';

const route = getRouteApi('/signed-in/platform/fulfill');

/** Spec 2 §2. */
export function FulfillPage() {
  const { t } = useTranslation(['shop', 'errors']);
  const search = route.useSearch();
  const [shop, id] = [search.shop, String(search.id)];
  const isWhole = shop !== '' && id !== '';
  const choices = useQuery({
    ...callQuery(shopEndpoints.locations, { query: { shop, id } }, shopHost()),
    enabled: isWhole,
    retry: false,
    // Keeps typed values: a refetch would replace them.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  const [ids, setIds] = useState<string[]>();
  const done = ids ?? choices.data?.fulfillmentIds;
  return (
    <Stack gap="lg" maw={pageWidth.form}>
      <PageHead
        title={t('fulfill.title')}
        {...(choices.data && {
          text: t('fulfill.order', { number: choices.data.shopOrderNumber, id }),
        })}
      />
      {!isWhole && (
        <Alert color="red" role="alert">
          {t('fulfill.noQuery')}
        </Alert>
      )}
      {choices.isLoading && <Skeleton h={160} aria-label={t('location.loading')} />}
      {choices.isError && (
        <Alert
          color="red"
          role="alert"
          title={t('errors:error.couldNotGetFulfillmentLocations', { id })}
        >
          {choices.error.message}
        </Alert>
      )}
      {choices.isSuccess && !done && (
        <FulfillForm
          key={id}
          shop={shop}
          id={id}
          choices={choices.data}
          onDone={setIds}
          onChanged={() => void choices.refetch()}
        />
      )}
      {done && (
        <Paper withBorder p="lg" component="output" display="block">
          <Text fw={600}>{t(ids ? 'fulfill.done' : 'fulfill.doneBefore')}</Text>
          {done.length > 0 && (
            <Text>{t('fulfill.fulfillmentId', { count: done.length, ids: done.join(', ') })}</Text>
          )}
          <LinkAnchor to={paths.orders()}>{t('fulfill.openOrders')}</LinkAnchor>
        </Paper>
      )}
    </Stack>
  );
}

interface FulfillFormProps {
  readonly shop: string;
  readonly id: string;
  readonly choices: FulfillmentChoices;
  readonly onDone: (fulfillmentIds: string[]) => void;
  /** The shop changed the order since its choices were read. */
  readonly onChanged: () => void;
}

/** Preselects the buyer's choices and the only location. */
function FulfillForm({ shop, id, choices, onDone, onChanged }: FulfillFormProps) {
  const { t } = useTranslation(['shop', 'errors']);
  const { locations, rates, checkout, recipient = {}, shipsFrom, version } = choices;
  const [locationId, setLocationId] = useState(
    locations.length === 1 ? (locations[0]?.id ?? '') : '',
  );
  const [serviceCode, setServiceCode] = useState<string>(
    () => rates?.find((one) => one.service_code === checkout.service_code)?.service_code ?? '',
  );
  const [typed, setTyped] = useState<ShopRecipient>({});
  const fulfill = useMutation({
    mutationFn: async () => {
      if (!rates) {
        return callShop(shopEndpoints.fulfill, {
          query: { shop },
          body: { orderId: id, locationId },
        });
      }
      const rate = rates.find((one) => one.service_code === serviceCode);
      const body = { orderId: id, locationId, rate, corrections: typed, version };
      return callShop(shopEndpoints.createAndFulfill, { query: { shop }, body });
    },
    onSuccess: ({ fulfillmentIds }) => {
      onDone(fulfillmentIds);
      notifySuccess({ title: t('errors:success.shopifyOrderIdFulfilled', { id }) });
    },
    onError: (cause) => {
      notifyShopFailure(t('errors:error.couldNotFulfillShopify'), cause);
      const isChanged = cause instanceof ApiError && cause.problem.code === 'shop_order_changed';
      if (isChanged) onChanged();
    },
  });

  function submit(): void {
    dismissErrors();
    if (locationId === '') notifyError({ title: t('errors:error.noFulfillmentLocation') });
    else if (rates && rates.length > 0 && serviceCode === '') {
      notifyError({ title: t('fulfill.rateMissing') });
    } else fulfill.mutate();
  }

  return (
    <Paper withBorder p="lg" component={Stack} gap="lg">
      {rates && !choices.chosenAtCheckout && <Alert color="yellow">{t('fulfill.notChosen')}</Alert>}
      <Checkout checkout={checkout} />
      {shipsFrom.length > 1 && <Alert color="blue">{t('fulfill.severalLocations')}</Alert>}
      <LocationChoice choices={choices} value={locationId} onChange={setLocationId} />
      {rates && <RateChoice rates={rates} value={serviceCode} onChange={setServiceCode} />}
      {rates && (
        <RecipientFields
          value={{ ...recipient, ...typed }}
          errors={refusedFields(fulfill.error)}
          onChange={setTyped}
          typed={typed}
        />
      )}
      <Button onClick={submit} loading={fulfill.isPending} style={{ alignSelf: 'start' }}>
        {t('fulfill.button')}
      </Button>
    </Paper>
  );
}

/** Shops may have other currencies than orders. */
function usePrice() {
  const locale = REGIONAL_LOCALE[useLocale()];
  return (cents: number, currency: string) =>
    (cents / 100).toLocaleString(locale, { style: 'currency', currency });
}

function Checkout({ checkout: { method, paid } }: Pick<FulfillmentChoices, 'checkout'>) {
  const { t } = useTranslation('shop');
  const priceOf = usePrice();
  if (method === undefined) return null;
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('fulfill.checkout')}
      </Text>
      <Text>
        {paid ? t('fulfill.paid', { method, price: priceOf(paid.cents, paid.currency) }) : method}
      </Text>
    </div>
  );
}

const RECIPIENT_FIELDS = [
  'recipientName',
  'phone',
  'address1',
  'address2',
  'city',
  'provinceCode',
  'zip',
] as const satisfies (keyof ShopRecipient)[];

interface RecipientFieldsProps {
  readonly value: ShopRecipient;
  /** The fields that differ from the shop's. */
  readonly typed: ShopRecipient;
  readonly errors: FieldErrors;
  readonly onChange: (typed: ShopRecipient) => void;
}

/** Changes the delivery order's recipient, not the shop's. */
function RecipientFields({ value, typed, errors, onChange }: RecipientFieldsProps) {
  const { t } = useTranslation('shop');
  return (
    <Fieldset legend={t('fulfill.recipient.legend')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t('fulfill.recipient.help')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {RECIPIENT_FIELDS.map((name) => (
          <TextInput
            key={name}
            label={t(`fulfill.recipient.${name}`)}
            autoComplete="off"
            value={value[name] ?? ''}
            error={errors[name]}
            onChange={({ currentTarget }) => onChange({ ...typed, [name]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RateChoice({ rates, ...control }: ChoiceProps & { readonly rates: readonly ShopRate[] }) {
  const { t } = useTranslation('shop');
  const priceOf = usePrice();
  return (
    <Radio.Group label={t('fulfill.rates')} {...control}>
      <Stack gap="xs" mt="xs">
        {rates.map(({ service_code: code, service_name: name, total_price: cents, ...rate }) => (
          <Radio
            key={code}
            value={code}
            label={`${name}, ${priceOf(cents, rate.currency)}`}
            description={rate.description}
          />
        ))}
        {rates.length === 0 && <Text>{t('fulfill.noRates')}</Text>}
      </Stack>
    </Radio.Group>
  );
}
