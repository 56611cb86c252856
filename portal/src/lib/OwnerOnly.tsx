import { Alert } from '@mantine/core';
import { userEndpoints } from '@portage/contract/users/users';
import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from './call-query.ts';
import classes from './OwnerOnly.module.css';

function useMe() {
  return useQuery({ ...callQuery(userEndpoints.me, {}), staleTime: 60_000 }).data;
}

/** Tells members why the controls are disabled. */
export function OwnerOnlyReason() {
  const { t } = useTranslation();
  if (useMe()?.role !== 'member') return undefined;
  return (
    <Alert color="gray" icon={<IconLock aria-hidden />}>
      {t('ownerOnly')}
    </Alert>
  );
}

/** Disables controls for members, with the reason as a tooltip. */
export function OwnerOnly({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const isMember = useMe()?.role === 'member';
  return (
    <fieldset
      disabled={isMember}
      {...(isMember ? { title: t('ownerOnly'), 'aria-label': t('ownerOnly') } : { role: 'none' })}
      className={classes['controls']}
    >
      {children}
    </fieldset>
  );
}
