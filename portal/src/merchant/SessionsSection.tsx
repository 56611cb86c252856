import { Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SessionsTable } from './SessionsTable.tsx';
import { useSessions } from './use-sessions.ts';
import '@mantine/core/styles/Skeleton.layer.css';

/** Where the reader is signed in, with a way to sign out of each. */
export function SessionsSection({ timeZone }: { readonly timeZone: string }) {
  const { t } = useTranslation('merchant');
  const sessions = useSessions();
  const text = (
    <Trans
      t={t}
      i18nKey="sessions.text"
      components={{
        // The words of the link are in the text; underlined, since color alone tells too little.
        change: (
          <Anchor
            inherit
            td="underline"
            renderRoot={(props) => <Link {...props} to="." hash="password" />}
          />
        ),
      }}
    />
  );
  return (
    <ProfileSection id="sessions" title={t('sessions.title')} text={text}>
      {sessions.data?.length === 0 && t('sessions.none')}
      {sessions.data && sessions.data.length > 0 && (
        <SessionsTable label={t('sessions.title')} sessions={sessions.data} timeZone={timeZone} />
      )}
      {sessions.isPending && <Skeleton height={80} />}
      {sessions.isError && !sessions.data && (
        <LoadFailed
          title={t('sessions.loadFailed')}
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
    </ProfileSection>
  );
}
