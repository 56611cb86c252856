import './app/global.css';
import { MantineProvider, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { RouterProvider, createRouter } from '@tanstack/react-router';
import { type ReactNode, startTransition, StrictMode, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { StartFailurePage, ErrorPage } from './app/MessagePage.tsx';
import { accessibleVariables, colorSchemeManager, theme } from './app/theme.ts';
import { startI18n, useTranslation } from './i18n/i18n.ts';
import { loadAppConfig } from './lib/app-config.ts';
import { followTranslation } from './lib/browser-translation.ts';
import { serverTime } from './lib/clock.ts';
import { resumeSession } from './lib/keep-session.ts';
import { loadNotices, noticesAreDrawn } from './lib/notify.tsx';
import { onReaderChange } from './lib/session.ts';
import { useStore } from './lib/store.ts';
import type { OrdersSearch } from './order/order-address.ts';
import { routeTree } from './routes.tsx';
import { returnFocus } from './ui/return-focus.ts';
import { useCodeSoon } from './ui/use-fetch-soon.ts';

/** Colors the browser's own bar like the header. */
function ThemeColor() {
  const { white, colors } = useMantineTheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return <meta name="theme-color" content={scheme === 'dark' ? colors.dark[7] : white} />;
}

const Notifications = lazy(async () => ({ default: (await loadNotices()).Notifications }));

/** Loaded early: the first notification may report a lost connection. */
function NoticesSoon() {
  const { t } = useTranslation();
  const isDrawn = useStore(noticesAreDrawn);
  useCodeSoon(loadNotices);
  return (
    isDrawn && (
      <Suspense>
        <aside aria-label={t('notification.region')}>
          <Notifications withinPortal={false} notificationMaxHeight="calc(100dvh - 2rem)" />
        </aside>
      </Suspense>
    )
  );
}

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
    /** To return from an order's page. */
    ordersAddress?: OrdersSearch;
  }
}

/** Keeps awaits off the top level: WebKit runs imports by a module that awaits too early. */
async function start(): Promise<void> {
  const texts = startI18n();
  const isConfigured = await loadAppConfig().then(
    () => true,
    () => false,
  );
  if (isConfigured) {
    await resumeSession(serverTime());
    onReaderChange(() => void router.invalidate());
    // Starts loading the page before the shared texts have arrived.
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
}

returnFocus();
followTranslation();
void start();

function render(page: ReactNode): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  // A transition lets the browser paint between components.
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
