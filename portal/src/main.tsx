import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider, createRouter } from '@tanstack/react-router';
import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { NoticesSoon } from './app/NoticesSoon.tsx';
import { StartFailurePage } from './app/StartFailurePage.tsx';
import { ThemeColor } from './app/ThemeColor.tsx';
import { accessibleVariables, colorSchemeManager, theme } from './app/theme.ts';
import { startI18n } from './i18n/i18n.ts';
import { loadAppConfig } from './lib/app-config.ts';
import { resumeSession } from './lib/resume-session.ts';
import { onReaderChange } from './lib/session.ts';
import { ErrorPage } from './app/ErrorPage.tsx';
import type { OrdersSearch } from './orders/filters/order-address.ts';
import { routeTree } from './routes.tsx';

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
