import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../i18n/i18n.ts';
import { catchTyping } from '../lib/typed-ahead.ts';
import { isMac, useShortcut } from '../lib/use-shortcut.ts';
import { paths } from '../paths.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';

/** No page needs it to show. */
const loadCommands = () =>
  Promise.all([import('./PortalCommands.tsx'), i18n.loadNamespaces('palette')]);
const PortalCommands = lazy(async () => {
  const [{ PortalCommands: component }] = await loadCommands();
  return { default: component };
});

/** The button that opens the command palette, and the shortcuts that work on every page. */
export function CommandLauncher() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  /** What was opened last; undefined before anything was. */
  const [shows, setShows] = useState<'palette' | 'help'>();
  const [isOpen, setOpen] = useState(false);

  useCodeSoon(loadCommands);

  function open(what: 'palette' | 'help'): void {
    if (what === 'palette' && !isOpen) catchTyping();
    setShows(what);
    setOpen(true);
  }
  useShortcut('palette', () => open('palette'));
  useShortcut('help', () => open('help'));
  useShortcut('createOrder', () => void navigate({ to: paths.newOrder() }));

  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('shell.commands')}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        title={t('shell.commandsKeys', { keys: isMac ? '⌘ K' : 'Ctrl K' })}
        onClick={() => open('palette')}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      {shows !== undefined && (
        <Suspense>
          <PortalCommands
            shows={shows}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onHelp={() => open('help')}
          />
        </Suspense>
      )}
    </>
  );
}
