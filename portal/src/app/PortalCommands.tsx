import {
  type Icon,
  IconBolt,
  IconKeyboard,
  IconLanguage,
  IconListCheck,
  IconLogout,
  IconPalette,
  IconLink,
  IconPrinter,
  IconTableExport,
  IconTruckLoading,
} from '@tabler/icons-react';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { CommandDialog, type CommandDialogProps } from '../command-palette/CommandDialog.tsx';
import type { Command } from '../command-palette/use-palette-groups.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import type { Dictionaries } from '../i18n/translate.ts';
import { signOut } from '../lib/keep-session.ts';
import { useMerchant } from '../lib/merchant.ts';
import { colorSchemes, usePreferences } from '../lib/preferences.ts';
import type { PageShortcut } from '../lib/use-shortcut.ts';
import { writeFilter } from '../order/order-address.ts';
import { workFilters } from '../order/order-calls.ts';
import { usePageActions } from '../order/page-actions.ts';
import { paths } from '../paths.ts';
import { useIsPhone } from '../ui/use-is-mobile.ts';
import { accountEntry, innerEntries, mainEntries, profileEntries } from './menu-entries.ts';

type CommandName = Exclude<keyof Dictionaries['palette']['command'], 'colorScheme'>;

interface CommandTargets {
  readonly goTo: (destination: NavigateOptions) => Promise<void>;
  readonly onHelp: () => void;
}

function useCommands({ goTo, onHelp }: CommandTargets): Command[] {
  const { t } = useTranslation(['common', 'palette']);
  const isPhone = useIsPhone();
  const hasShop = useMerchant().data?.shopifyShop !== undefined;
  const { locale, chooseLocale, colorScheme, chooseColorScheme } = usePreferences();

  const pages = [...mainEntries, ...innerEntries, ...profileEntries, accountEntry]
    .filter(({ isOnMobile }) => isOnMobile || !isPhone)
    .filter(({ title }) => title !== 'shopOrders' || hasShop)
    .map(({ title, to, Icon }) => ({
      id: title,
      group: 'pages' as const,
      label: t(`pageTitle.${title}`),
      Icon,
      ...(title === 'newOrder' && { shortcut: 'createOrder' as const }),
      run: () => void goTo({ to }),
    }));

  const command = (name: CommandName, Icon: Icon, run: () => void, shortcut?: PageShortcut) => ({
    id: name,
    label: t(`palette:command.${name}`),
    Icon,
    run,
    ...(shortcut && { shortcut }),
  });
  const page = usePageActions();
  const onPage = page
    ? [
        command('print', IconPrinter, page.print, 'print'),
        command('printAndReady', IconPrinter, page.printAndReady, 'printAndReady'),
        command('copyLink', IconLink, page.copyLink, 'copyLink'),
        command('ready', IconTruckLoading, page.ready, 'ready'),
        ...(page.exportCsv ? [command('export', IconTableExport, page.exportCsv)] : []),
      ]
    : [];

  const createExpress = () => void goTo({ to: paths.newOrder(), search: { express: true } });
  const showToPrepare = () =>
    void goTo({ to: paths.orders(), search: writeFilter(workFilters.toPrepare) });
  const speakOther = () => chooseLocale(locale === 'en' ? 'fr' : 'en');
  const actions = [
    ...onPage,
    command('expressOrder', IconBolt, createExpress),
    command('notReady', IconListCheck, showToPrepare),
    command('shortcuts', IconKeyboard, onHelp, 'help'),
    command('otherLanguage', IconLanguage, speakOther),
    ...colorSchemes
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) => ({
        id: `scheme-${scheme}`,
        label: t('palette:command.colorScheme', { scheme: t(`shell.scheme.${scheme}`) }),
        Icon: IconPalette,
        run: () => chooseColorScheme(scheme),
      })),
    { id: 'logOut', label: t('shell.logOut'), Icon: IconLogout, run: () => void signOut() },
  ];
  return [...pages, ...actions.map((action) => ({ ...action, group: 'actions' as const }))];
}

interface PortalCommandsProps extends Omit<CommandDialogProps, 'commands' | 'onShowOrders'> {
  readonly onHelp: () => void;
}

export function PortalCommands({ onHelp, ...dialog }: PortalCommandsProps) {
  const navigate = useNavigate();
  const goTo = async (destination: NavigateOptions) => {
    await navigate(destination);
    // Focuses the page's beginning.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <CommandDialog
      {...dialog}
      commands={useCommands({ goTo, onHelp })}
      onShowOrders={(search) => void goTo({ to: paths.orders(), search })}
    />
  );
}
