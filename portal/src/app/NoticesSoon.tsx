import { lazy, Suspense } from 'react';
import { loadNotices, noticesAreDrawn } from '../lib/notices.ts';
import { useStore } from '../lib/store.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';

const Notifications = lazy(async () => ({ default: (await loadNotices()).Notifications }));

/**
 * Draws notifications. Fetched soon after the first page shows, since the first of them may say that
 * there is no connection.
 */
export function NoticesSoon() {
  const isDrawn = useStore(noticesAreDrawn);
  useCodeSoon(loadNotices);
  return (
    isDrawn && (
      <Suspense>
        <Notifications />
      </Suspense>
    )
  );
}
