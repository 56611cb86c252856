import { Button, EmptyState, Paper, Skeleton, Stack } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { ApiSignIn } from './ApiSignIn.tsx';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { IntegrationHead } from './IntegrationHead.tsx';
import { NewServiceUserDialog } from './NewServiceUserDialog.tsx';
import { useCreateServiceUser, useServiceUsers } from './service-users.ts';
import classes from './ServiceUsersPage.module.css';
import { ServiceUserTable } from './ServiceUserTable.tsx';
import '@mantine/core/styles/EmptyState.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';

/** The merchant's API credentials: listed, created and revoked (spec 2 §2, /serviceUser). */
export function ServiceUsersPage() {
  const { t } = useTranslation(['integrations', 'errors']);
  const { data: users, error, isPending, refetch } = useServiceUsers();
  const creation = useCreateServiceUser();
  const [isCreating, setIsCreating] = useState(false);
  const list = useRef<HTMLElement>(null);
  return (
    <Stack gap="lg" maw={pageWidth.sections}>
      <IntegrationHead
        title={t('serviceUsers.title')}
        text={t('serviceUsers.description')}
        action={
          <OwnerOnly>
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setIsCreating(true)}
            >
              {t('serviceUsers.create')}
            </Button>
          </OwnerOnly>
        }
      />
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
          <OwnerOnly>
            <NoServiceUsers onCreate={() => setIsCreating(true)} />
          </OwnerOnly>
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
      <NewServiceUserDialog
        isOpen={isCreating}
        isPending={creation.isPending}
        onClose={() => setIsCreating(false)}
        onCreate={(newServiceUser) =>
          creation.mutate(newServiceUser, { onSettled: () => setIsCreating(false) })
        }
      />
      <CredentialsDialog credentials={creation.data} onClose={creation.reset} />
    </Stack>
  );
}

/** What service users are for, and the way to a first one. */
function NoServiceUsers({ onCreate }: { readonly onCreate: () => void }) {
  const { t } = useTranslation('integrations');
  return (
    <EmptyState mx="auto" p="xl" maw={480} icon={<IconKey stroke={1.5} />} withIndicatorBackground>
      <EmptyState.Title order={2}>{t('serviceUsers.empty.title')}</EmptyState.Title>
      <EmptyState.Description>{t('serviceUsers.empty.text')}</EmptyState.Description>
      <EmptyState.Actions>
        <Button onClick={onCreate}>{t('serviceUsers.empty.action')}</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

/** The shape of the list while it is loaded. */
function ServiceUsersSkeleton() {
  return (
    <Stack gap="lg" p="lg" aria-hidden>
      <Skeleton height={16} width={220} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </Stack>
  );
}
