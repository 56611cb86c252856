import { Anchor, Button, Paper, Stack } from '@mantine/core';
import { IconChevronLeft, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { paths } from '../paths.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { ApiSignIn } from './ApiSignIn.tsx';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { NoServiceUsers } from './NoServiceUsers.tsx';
import { useCreateServiceUser, useServiceUsers } from './service-users.ts';
import classes from './ServiceUsersPage.module.css';
import { ServiceUserTable } from './ServiceUserTable.tsx';
import { ServiceUsersSkeleton } from './ServiceUsersSkeleton.tsx';

/** The merchant's API credentials: listed, created and revoked (spec 2 §2, /serviceUser). */
export function ServiceUsersPage() {
  const { t } = useTranslation(['integrations', 'common', 'errors']);
  const { data: users, error, isPending, refetch } = useServiceUsers();
  const creation = useCreateServiceUser();
  const list = useRef<HTMLElement>(null);
  return (
    <Stack gap="lg" maw={860}>
      <div>
        <Anchor
          component={Link}
          to={paths.integrations()}
          size="sm"
          className={classes['back'] ?? ''}
        >
          <IconChevronLeft size={16} aria-hidden />
          {t('common:pageTitle.integrations')}
        </Anchor>
        <PageHead
          title={t('serviceUsers.title')}
          text={t('serviceUsers.description')}
          action={
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              loading={creation.isPending}
              onClick={() => creation.mutate()}
            >
              {t('serviceUsers.create')}
            </Button>
          }
        />
      </div>
      <Paper
        withBorder
        component="section"
        aria-label={t('serviceUsers.title')}
        ref={list}
        tabIndex={-1}
        className={classes['list'] ?? ''}
      >
        {users && users.length > 0 && (
          <ServiceUserTable users={users} onRevoked={() => list.current?.focus()} />
        )}
        {users?.length === 0 && (
          <NoServiceUsers onCreate={() => creation.mutate()} isCreating={creation.isPending} />
        )}
        {isPending && <ServiceUsersSkeleton />}
        {error && !users && (
          <LoadFailed
            title={t('errors:error.couldNotGetServiceUsers')}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </Paper>
      <ApiSignIn />
      <CredentialsDialog credentials={creation.data} onClose={creation.reset} />
    </Stack>
  );
}
