import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MINUTE } from '@portage/contract/time';
import { userEndpoints } from '@portage/contract/users/users';
import { useTranslation } from '../i18n/i18n.ts';
import { callQuery } from './call-query.ts';
import classes from './OwnerOnly.module.css';

export function useOwnerOnlyReason(): string | undefined {
  const { t } = useTranslation();
  const { data: me } = useQuery({ ...callQuery(userEndpoints.me, {}), staleTime: MINUTE });
  return me?.role === 'member' ? t('ownerOnly') : undefined;
}

export function OwnerOnlyReason() {
  const reason = useOwnerOnlyReason();
  if (reason === undefined) return undefined;
  return (
    <Alert color="gray" icon={<IconLock aria-hidden />}>
      {reason}
    </Alert>
  );
}

/** Disables controls for members, with the reason as a tooltip. */
export function OwnerOnly({ children }: { readonly children: ReactNode }) {
  const reason = useOwnerOnlyReason();
  const isMember = reason !== undefined;
  return (
    <fieldset
      disabled={isMember}
      {...(isMember ? { title: reason, 'aria-label': reason } : { role: 'none' })}
      className={classes['controls']}
    >
      {children}
    </fieldset>
  );
}
