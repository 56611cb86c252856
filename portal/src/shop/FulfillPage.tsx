import { Alert, Anchor, Button, Paper, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { REGIONAL_LOCALE } from '@portage/contract/locale';
import { shopEndpoints, type ShopLocation, type ShopRate } from '@portage/contract/shop/shop';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { callQuery } from '../lib/call-query.ts';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';
import { callShop, shopHost } from '../lib/shop-api.ts';
import { notifyShopFailure } from '../lib/shop-link.ts';
import { paths } from '../paths.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { pageWidth } from '../ui/page-width.ts';

const route = getRouteApi('/signed-in/platform/fulfill');

/** Fulfills one shop order (spec 2 §2, /platform/fulfill): its locations, and rates where one is needed. */
export function FulfillPage() {
  const { t } = useTranslation(['shop', 'errors']);
  const { shop, id } = route.useSearch();
  const isWhole = shop !== '' && id !== '';
  const choices = useQuery({
    ...callQuery(shopEndpoints.locations, { query: { shop, id } }, shopHost()),
    enabled: isWhole,
    retry: false,
  });
  const [locationId, setLocationId] = useState('');
  const [serviceCode, setServiceCode] = useState('');
  const { locations = [], rates } = choices.data ?? {};
  const fulfill = useMutation({
    mutationFn: async () => {
      const rate = rates?.find((one) => one.service_code === serviceCode);
      if (!rate) {
        return callShop(shopEndpoints.fulfill, {
          query: { shop },
          body: { orderId: id, locationId },
        });
      }
      const body = { orderId: id, locationId, rate };
      return callShop(shopEndpoints.createAndFulfill, { query: { shop }, body });
    },
    onMutate: dismissErrors,
    onSuccess: () => notifySuccess({ title: t('errors:success.shopifyOrderIdFulfilled', { id }) }),
    onError: (cause) => notifyShopFailure(t('errors:error.couldNotFulfillShopify'), cause),
  });

  function submit(): void {
    dismissErrors();
    if (locationId === '') notifyError({ title: t('errors:error.noFulfillmentLocation') });
    else if (rates && serviceCode === '') notifyError({ title: t('fulfill.rateMissing') });
    else fulfill.mutate();
  }

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
      {choices.isSuccess && !fulfill.data && (
        <Paper withBorder p="lg" component={Stack} gap="lg">
          {rates && !choices.data.chosenAtCheckout && (
            <Alert color="yellow">{t('fulfill.notChosen')}</Alert>
          )}
          <LocationChoice locations={locations} value={locationId} onChange={setLocationId} />
          {rates && <RateChoice rates={rates} value={serviceCode} onChange={setServiceCode} />}
          <Button onClick={submit} loading={fulfill.isPending} style={{ alignSelf: 'start' }}>
            {t('fulfill.button')}
          </Button>
        </Paper>
      )}
      {fulfill.data && (
        <Paper withBorder p="lg" component="output" display="block">
          <Text fw={600}>{t('fulfill.done')}</Text>
          <Text>
            {t('fulfill.fulfillmentId', {
              count: fulfill.data.fulfillmentIds.length,
              ids: fulfill.data.fulfillmentIds.join(', '),
            })}
          </Text>
          <Anchor component={Link} to={paths.orders()}>
            {t('fulfill.openOrders')}
          </Anchor>
        </Paper>
      )}
    </Stack>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function LocationChoice({
  locations,
  ...control
}: ChoiceProps & { readonly locations: readonly ShopLocation[] }) {
  const { t } = useTranslation('shop');
  return (
    <Radio.Group label={t('location.label')} {...control}>
      <Stack gap="xs" mt="xs">
        {locations.map(({ id, name, address1, city }) => (
          <Radio
            key={id}
            value={id}
            label={name}
            description={[address1, city].filter(Boolean).join(', ')}
          />
        ))}
        {locations.length === 0 && <Text>{t('location.none')}</Text>}
      </Stack>
    </Radio.Group>
  );
}

function RateChoice({ rates, ...control }: ChoiceProps & { readonly rates: readonly ShopRate[] }) {
  const { t } = useTranslation('shop');
  const locale = REGIONAL_LOCALE[useLocale()];
  return (
    <Radio.Group label={t('fulfill.rates')} {...control}>
      <Stack gap="xs" mt="xs">
        {rates.map(({ service_code: code, service_name: name, total_price: cents, ...rate }) => (
          <Radio
            key={code}
            value={code}
            label={`${name}, ${(cents / 100).toLocaleString(locale, { style: 'currency', currency: rate.currency })}`}
            description={rate.description}
          />
        ))}
        {rates.length === 0 && <Text>{t('fulfill.noRates')}</Text>}
      </Stack>
    </Radio.Group>
  );
}
