import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNotices, noticesAreDrawn } from '../lib/notices.ts';
import { useStore } from '../lib/store.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';

const Notifications = lazy(async () => ({ default: (await loadNotices()).Notifications }));

/**
 * Draws notifications. Fetched soon after the first page shows, since the first of them may say that
 * there is no connection.
 */
export function NoticesSoon() {
  const { t } = useTranslation();
  const isDrawn = useStore(noticesAreDrawn);
  useCodeSoon(loadNotices);
  return (
    isDrawn && (
      <Suspense>
        <aside aria-label={t('notification.region')}>
          <Notifications withinPortal={false} />
        </aside>
      </Suspense>
    )
  );
}
