import { Alert, Skeleton, Stack, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { serviceNames, type UnavailableService } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { routeOf } from '../order/order-form/read-draft.ts';
import { explainedRatesQuery } from '../order/rate-choice/rate-calls.ts';
import { RateChoice, UnavailableServices, WindowPicker } from '../order/rate-choice/RateChoice.tsx';
import { useRateRequest } from './use-chosen-rate.ts';
import { type StepProps, useErrorText } from './use-order-form.ts';
import { wizardSteps } from './wizard-address.ts';

interface NoRatesProps {
  readonly draft: OrderDraft;
  readonly unavailable: readonly UnavailableService[];
  readonly onGoTo: (step: number) => void;
}

function NoRates({ draft, unavailable, onGoTo }: NoRatesProps) {
  const { t } = useTranslation('newOrder');
  const { originPostalCode, postalCode } = routeOf(draft);
  return (
    <Alert color="gray" icon={<IconAlertTriangle aria-hidden />} title={t('rate.noneTitle')}>
      <Text mb="sm">{t('rate.none', { origin: originPostalCode, destination: postalCode })}</Text>
      <UnavailableServices unavailable={unavailable} />
      <Group gap="xs" mt="sm">
        {(['packages', 'recipient', 'origin'] as const).map((name) => (
          <Button key={name} variant="default" onClick={() => onGoTo(wizardSteps.indexOf(name))}>
            {t(`rate.change.${name}`)}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}

/** Page 4: service and price; for a scheduled order also the window. */
export function RateStep({ form, onGoTo }: StepProps) {
  const { t, locale } = useTranslation('newOrder');
  const errorText = useErrorText();
  const draft = form.values;
  const rates = useQuery(explainedRatesQuery(useRateRequest(draft)));

  if (rates.isPending) return <RatesSkeleton />;
  if (!rates.data) return <LoadFailed title={t('rate.failedTitle')} query={rates} order={3} />;
  if (rates.data.rates.length === 0) {
    return <NoRates draft={draft} unavailable={rates.data.unavailable} onGoTo={onGoTo} />;
  }
  const chosen = rates.data.rates.find(({ service }) => service === draft.service);

  return (
    <Stack gap="lg">
      {draft.service && !chosen && (
        <Alert color="gray" icon={<IconAlertTriangle aria-hidden />}>
          {t('rate.dropped', { service: serviceNames[draft.service][locale] })}
        </Alert>
      )}
      <RateChoice
        rates={rates.data.rates}
        unavailable={rates.data.unavailable}
        value={chosen?.service ?? null}
        onChange={(service) => form.setFieldValue('service', service)}
        error={errorText(form.errors['service'], draft)}
      />
      {chosen?.service === 'SCHEDULED' && (
        <WindowPicker
          route={routeOf(draft)}
          value={draft.window}
          onChange={(window) => form.setFieldValue('window', window)}
          error={errorText(form.errors['window'], draft)}
        />
      )}
    </Stack>
  );
}

function RatesSkeleton() {
  return (
    <Stack gap="xs" aria-hidden>
      <Skeleton height={20} width={120} />
      <Skeleton height={68} />
      <Skeleton height={68} />
      <Skeleton height={68} />
    </Stack>
  );
}
