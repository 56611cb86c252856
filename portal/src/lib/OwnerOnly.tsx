import { Alert } from '@mantine/core';
import { userEndpoints } from '@portage/contract/users';
import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from './call-query.ts';
import classes from './OwnerOnly.module.css';

/** Who is signed in, and in which role. */
export function useMe() {
  return useQuery({ ...callQuery(userEndpoints.me, {}), staleTime: 60_000 }).data;
}

interface OwnerOnlyProps {
  readonly children: ReactNode;
  /** Also says why above the controls; once a page. */
  readonly withReason?: boolean;
}

/** Controls that only an owner may use: for a member they are disabled, and say why under the pointer. */
export function OwnerOnly({ children, withReason = false }: OwnerOnlyProps) {
  const { t } = useTranslation();
  const isMember = useMe()?.role === 'member';
  return (
    <>
      {isMember && withReason && (
        <Alert color="gray" icon={<IconLock aria-hidden />}>
          {t('ownerOnly')}
        </Alert>
      )}
      <fieldset
        disabled={isMember}
        title={isMember ? t('ownerOnly') : undefined}
        className={classes['controls']}
      >
        {children}
      </fieldset>
    </>
  );
}
