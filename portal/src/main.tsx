import './app/global.css';
import { MantineProvider, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { RouterProvider, createRouter } from '@tanstack/react-router';
import { type ReactNode, startTransition, StrictMode, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { StartFailurePage, ErrorPage } from './app/MessagePage.tsx';
import { accessibleVariables, colorSchemeManager, theme } from './app/theme.ts';
import { startI18n } from './i18n/i18n.ts';
import { loadAppConfig } from './lib/app-config.ts';
import { resumeSession } from './lib/keep-session.ts';
import { onReaderChange } from './lib/session.ts';
import type { OrdersSearch } from './orders/filters/order-address.ts';
import { routeTree } from './routes.tsx';
import { useTranslation } from 'react-i18next';
import { loadNotices, noticesAreDrawn } from './lib/notices.ts';
import { useStore } from './lib/store.ts';
import { useCodeSoon } from './ui/use-fetch-soon.ts';

/** Gives the browser's own bar the colour of the header, in the scheme chosen here or by the system. */
function ThemeColor() {
  const { white, colors } = useMantineTheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return <meta name="theme-color" content={scheme === 'dark' ? colors.dark[7] : white} />;
}

const Notifications = lazy(async () => ({ default: (await loadNotices()).Notifications }));

/**
 * Draws notifications. Fetched soon after the first page shows, since the first of them may say that
 * there is no connection.
 */
function NoticesSoon() {
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

/** Leads to the pages of the portal. */
const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The address of the list that led to an order’s page: the way back to it. */
    ordersAddress?: OrdersSearch;
  }
}

const texts = startI18n();
const isConfigured = await loadAppConfig().then(
  () => true,
  () => false,
);
if (isConfigured) {
  await resumeSession(Date.now());
  // The guards decide which page may stay.
  onReaderChange(() => void router.invalidate());
  // The page's code, its texts and what it shows are asked for beside the texts that all pages share.
  void router.load();
  await texts;
  render(
    <>
      <NoticesSoon />
      <RouterProvider router={router} />
    </>,
  );
} else {
  await texts;
  render(<StartFailurePage />);
}

function render(page: ReactNode): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  // In a transition the browser has its turns while a page is drawn for the first time.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={accessibleVariables}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
        >
          <ThemeColor />
          {page}
        </MantineProvider>
      </StrictMode>,
    ),
  );
}
