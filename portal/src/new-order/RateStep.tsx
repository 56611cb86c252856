import { Alert, Radio, Skeleton, Stack } from '@mantine/core';
import type { Rate } from '@portage/contract/rates';
import { Service, serviceNames } from '@portage/contract/services';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { useFormat } from '../lib/use-format.ts';
import { ChoiceCard } from './ChoiceCard.tsx';
import { rateRequestOf } from './draft-payload.ts';
import { NoRates } from './NoRates.tsx';
import { ratesQuery } from './queries.ts';
import type { StepProps } from './step-props.ts';
import { useErrorText } from './use-error-text.ts';
import { dayText } from './window-text.ts';
import { WindowPicker } from './WindowPicker.tsx';
import '@mantine/core/styles/Skeleton.layer.css';

/** Page 4: how fast the order travels and at what price; with the scheduled service also when. */
export function RateStep({ form, onGoTo }: StepProps) {
  const { t } = useTranslation('newOrder');
  const locale = useLocale();
  const errorText = useErrorText();
  const draft = form.values;
  const rates = useQuery(ratesQuery(rateRequestOf(draft, locale)));

  if (rates.isPending) return <RatesSkeleton />;
  if (!rates.data || rates.data.length === 0) {
    return <NoRates draft={draft} rates={rates} onGoTo={onGoTo} />;
  }
  const chosen = rates.data.find(({ service }) => service === draft.service);

  return (
    <Stack gap="lg">
      {draft.service && !chosen && (
        <Alert color="gray" icon={<IconAlertTriangle aria-hidden />}>
          {t('rate.dropped', { service: serviceNames[draft.service][locale] })}
        </Alert>
      )}
      <Radio.Group
        label={t('rate.label')}
        required
        data-path="service"
        value={chosen?.service ?? null}
        onChange={(service) => form.setFieldValue('service', Service.parse(service))}
        error={errorText(form.errors['service'], draft)}
      >
        <Stack gap="xs" my="xs">
          {rates.data.map((rate) => (
            <RateCard key={rate.service} rate={rate} />
          ))}
        </Stack>
      </Radio.Group>
      {chosen?.service === 'SCHEDULED' && <WindowPicker form={form} />}
    </Stack>
  );
}

function RateCard({ rate }: { readonly rate: Rate }) {
  const { t } = useTranslation('newOrder');
  const locale = useLocale();
  const format = useFormat();
  const day = rate.estimateDay && dayText(rate.estimateDay, locale);
  return (
    <ChoiceCard
      value={rate.service}
      title={rate.name}
      text={day ? `${rate.description} · ${t('rate.by', { day })}` : rate.description}
      aside={format.money(rate.price, rate.currency)}
    />
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
