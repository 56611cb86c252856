import { Paper, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { IntegrationHead } from './IntegrationHead.tsx';
import { useShipstationIntegration } from './shipstation.ts';
import { ShipstationForm } from './ShipstationForm.tsx';
import { ShipstationSummary } from './ShipstationSummary.tsx';
import '@mantine/core/styles/Skeleton.layer.css';

/** The shipping-software integration: a summary, or the form that adds it (spec 2 §2, /shipstation). */
export function ShipstationPage() {
  const { t } = useTranslation('integrations');
  const { data: integration, isPending } = useShipstationIntegration();
  return (
    <Stack gap="lg" maw={pageWidth.form}>
      <IntegrationHead title={t('shipstation.title')} text={t('shipstation.description')} />
      <Paper withBorder p="lg" component="section" aria-label={t('shipstation.title')}>
        {isPending && (
          <Stack gap="lg" aria-hidden>
            <Skeleton height={16} width={180} />
            <Skeleton height={36} />
            <Skeleton height={20} width={260} />
          </Stack>
        )}
        {!isPending && (
          <OwnerOnly>
            {integration ? <ShipstationSummary integration={integration} /> : <ShipstationForm />}
          </OwnerOnly>
        )}
      </Paper>
    </Stack>
  );
}
