import { SimpleGrid, Title } from '@mantine/core';
import { IconMapPin, IconPackageExport, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import classes from './Dashboard.module.css';
import '@mantine/core/styles/SimpleGrid.layer.css';

const steps = [
  { name: 'location', to: paths.shipFromLocations(), Icon: IconMapPin },
  { name: 'order', to: paths.newOrder(), Icon: IconPackageExport },
  { name: 'label', to: paths.orders(), Icon: IconPrinter },
] as const;

/** What a merchant without any order does first. */
export function FirstSteps() {
  const { t } = useTranslation('dashboard');
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} size="h3" mb="sm" id="first-steps">
        {t('start.title')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {steps.map(({ name, to, Icon }) => (
          <Link key={name} to={to} className={classes['step'] ?? ''}>
            <Icon size={24} aria-hidden />
            <strong>{t(`start.${name}.title`)}</strong>
            <span>{t(`start.${name}.text`)}</span>
          </Link>
        ))}
      </SimpleGrid>
    </section>
  );
}
