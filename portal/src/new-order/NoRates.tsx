import { Alert, Button, Group, Text } from '@mantine/core';
import type { ExplainedRates } from '@portage/contract/explained-rates';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RequestId } from '../lib/RequestId.tsx';
import { routeOf } from '../order/order-form/draft-payload.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { UnavailableServices } from '../order/rate-choice/UnavailableServices.tsx';
import { wizardSteps } from './wizard-steps.ts';

interface NoRatesProps {
  readonly draft: OrderDraft;
  readonly rates: UseQueryResult<ExplainedRates>;
  readonly onGoTo: (step: number) => void;
}

/** Why there is no rate to choose, and what can be done about it. */
export function NoRates({ draft, rates, onGoTo }: NoRatesProps) {
  const { t } = useTranslation('newOrder');
  const { originPostalCode, postalCode } = routeOf(draft);
  if (rates.isError) {
    return (
      <Alert color="red" title={t('rate.failedTitle')}>
        <Text mb="sm">{rates.error.message}</Text>
        <Button variant="default" loading={rates.isFetching} onClick={() => void rates.refetch()}>
          {t('tryAgain')}
        </Button>
        <RequestId error={rates.error} />
      </Alert>
    );
  }
  return (
    <Alert color="gray" icon={<IconAlertTriangle aria-hidden />} title={t('rate.noneTitle')}>
      <Text mb="sm">{t('rate.none', { origin: originPostalCode, destination: postalCode })}</Text>
      <UnavailableServices unavailable={rates.data?.unavailable ?? []} />
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
