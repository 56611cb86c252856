import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { dismissNotifications } from '../lib/notify.tsx';
import { paths } from '../paths.ts';

/** Leads from the normal form to the reset of a password, and takes along the username typed so far. */
export function ForgottenLink({ username }: { readonly username: string }) {
  const { t } = useTranslation('signIn');
  return (
    <Anchor
      size="sm"
      ta="center"
      py={12}
      my={-12}
      // What failed here is not about the password that is forgotten.
      onClick={dismissNotifications}
      renderRoot={(props) => (
        <Link
          {...props}
          from={paths.signIn()}
          to={paths.signIn()}
          search={(search) => ({ ...search, mode: 'forgot' })}
          state={{ signIn: { username } }}
        />
      )}
    >
      {t('forgotten')}
    </Anchor>
  );
}
