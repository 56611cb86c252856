import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { StartFailurePage } from './app/StartFailurePage.tsx';
import { ThemeColor } from './app/ThemeColor.tsx';
import { accessibleVariables, colorSchemeManager, theme } from './app/theme.ts';
import { startI18n } from './i18n/i18n.ts';
import { loadAppConfig } from './lib/app-config.ts';
import { queryClient } from './lib/query-client.ts';
import { resumeSession } from './lib/resume-session.ts';
import { currentSession, onSessionChange } from './lib/session.ts';
import { router } from './routes.tsx';

const [config] = await Promise.allSettled([loadAppConfig(), startI18n()]);
if (config.status === 'fulfilled') {
  await resumeSession(Date.now());
  let reader = currentSession()?.username;
  onSessionChange(() => {
    if (currentSession()?.username === reader) return;
    reader = currentSession()?.username;
    // Nothing read for one person is shown to the next; the guards then decide which page may stay.
    queryClient.clear();
    void router.invalidate();
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Notifications />
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
} else {
  render(<StartFailurePage />);
}

function render(page: ReactNode): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
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
  );
}
