import { SimpleGrid, Title } from '@mantine/core';
import { IconList, IconPackageExport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import '@mantine/core/styles/SimpleGrid.layer.css';
import classes from './DashboardPage.module.css';

/** A tile a page; its texts are under its name in the dictionary. */
const tiles = [
  { name: 'newOrder', to: paths.newOrder(), Icon: IconPackageExport },
  { name: 'orders', to: paths.orders(), Icon: IconList },
] as const;

/** Where a merchant lands: one tile for each thing there is to do (spec 1 §2). */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <Title order={1} mb="md">
        {t('title')}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" maw={960}>
        {tiles.map(({ name, to, Icon }) => (
          <Link key={name} to={to} className={classes['tile'] ?? ''}>
            <Icon size={28} aria-hidden className={classes['icon'] ?? ''} />
            <span className={classes['title']}>{t(`${name}.title`)}</span>
            <span className={classes['text']}>{t(`${name}.text`)}</span>
          </Link>
        ))}
      </SimpleGrid>
    </>
  );
}
