import { Button, EmptyState } from '@mantine/core';
import { IconAddressBook, IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import '@mantine/core/styles/EmptyState.layer.css';

interface NoAddressesProps {
  readonly search: string;
  readonly onClear: () => void;
  readonly onImport: () => void;
}

/** Why there is nothing to show: nothing matches the search, or nothing was ever saved. */
export function NoAddresses({ search, onClear, onImport }: NoAddressesProps) {
  const { t } = useTranslation('addressBook');
  const state = search === '' ? 'empty' : 'noMatch';
  const Icon = search === '' ? IconAddressBook : IconSearchOff;
  return (
    <EmptyState mx="auto" p="xl" maw={480} icon={<Icon stroke={1.5} />} withIndicatorBackground>
      <EmptyState.Title order={2}>{t(`${state}.title`)}</EmptyState.Title>
      <EmptyState.Description>{t(`${state}.text`, { search })}</EmptyState.Description>
      <EmptyState.Actions style={{ justifyContent: 'center' }}>
        {search === '' ? (
          <>
            <Button component={Link} to={paths.newOrder()}>
              {t('empty.action')}
            </Button>
            <Button variant="default" onClick={onImport}>
              {t('empty.import')}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={onClear}>
            {t('search.clear')}
          </Button>
        )}
      </EmptyState.Actions>
    </EmptyState>
  );
}
