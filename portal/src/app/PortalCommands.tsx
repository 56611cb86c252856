import {
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
import { CommandDialog } from '../command-palette/CommandDialog.tsx';
import type { Command } from '../command-palette/use-palette-groups.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { signOut } from '../lib/keep-session.ts';
import { useMerchant } from '../lib/merchant.ts';
import { colorSchemes, usePreferences } from '../lib/preferences.ts';
import { writeFilter } from '../order/order-address.ts';
import { workFilters } from '../order/order-calls.ts';
import { usePageActions } from '../order/page-actions.ts';
import { paths } from '../paths.ts';
import { useIsPhone } from '../ui/use-is-mobile.ts';
import { accountEntry, innerEntries, mainEntries, profileEntries } from './menu-entries.ts';

interface CommandTargets {
  readonly goTo: (destination: NavigateOptions) => void;
  readonly onHelp: () => void;
}

function useCommands({ goTo, onHelp }: CommandTargets): Command[] {
  const { t } = useTranslation(['common', 'palette']);
  const isPhone = useIsPhone();
  const hasShop = useMerchant().data?.shopifyShop !== undefined;
  const { locale, chooseLocale, colorScheme, chooseColorScheme } = usePreferences();

  const page = usePageActions();
  const onPage = page
    ? [
        {
          id: 'print',
          label: t('palette:command.print'),
          Icon: IconPrinter,
          shortcut: 'print' as const,
          run: page.print,
        },
        {
          id: 'print-and-ready',
          label: t('palette:command.printAndReady'),
          Icon: IconPrinter,
          shortcut: 'printAndReady' as const,
          run: page.printAndReady,
        },
        {
          id: 'copy-link',
          label: t('palette:command.copyLink'),
          Icon: IconLink,
          shortcut: 'copyLink' as const,
          run: page.copyLink,
        },
        {
          id: 'ready',
          label: t('palette:command.ready'),
          Icon: IconTruckLoading,
          shortcut: 'ready' as const,
          run: page.ready,
        },
        ...(page.exportCsv
          ? [
              {
                id: 'export',
                label: t('palette:command.export'),
                Icon: IconTableExport,
                run: page.exportCsv,
              },
            ]
          : []),
      ]
    : [];

  const pages = [...mainEntries, ...innerEntries, ...profileEntries, accountEntry]
    .filter(({ isOnMobile }) => isOnMobile || !isPhone)
    .filter(({ title }) => title !== 'shopOrders' || hasShop)
    .map(({ title, to, Icon }) => ({
      id: title,
      group: 'pages' as const,
      label: t(`pageTitle.${title}`),
      Icon,
      ...(title === 'newOrder' && { shortcut: 'createOrder' as const }),
      run: () => goTo({ to }),
    }));

  const actions = [
    ...onPage,
    {
      id: 'express-order',
      label: t('palette:command.expressOrder'),
      Icon: IconBolt,
      run: () => goTo({ to: paths.newOrder(), search: { express: true } }),
    },
    {
      id: 'not-ready',
      label: t('palette:command.notReady'),
      Icon: IconListCheck,
      run: () => goTo({ to: paths.orders(), search: writeFilter(workFilters.toPrepare) }),
    },
    {
      id: 'shortcuts',
      label: t('palette:command.shortcuts'),
      Icon: IconKeyboard,
      shortcut: 'help' as const,
      run: onHelp,
    },
    {
      id: 'language',
      label: t('palette:command.otherLanguage'),
      Icon: IconLanguage,
      run: () => chooseLocale(locale === 'en' ? 'fr' : 'en'),
    },
    ...colorSchemes
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) => ({
        id: `scheme-${scheme}`,
        label: t('palette:command.colorScheme', { scheme: t(`shell.scheme.${scheme}`) }),
        Icon: IconPalette,
        run: () => chooseColorScheme(scheme),
      })),
    { id: 'log-out', label: t('shell.logOut'), Icon: IconLogout, run: () => void signOut() },
  ];
  return [...pages, ...actions.map((action) => ({ ...action, group: 'actions' as const }))];
}

interface PortalCommandsProps {
  readonly shows: 'palette' | 'help';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
  readonly onPalette: () => void;
}

export function PortalCommands(props: PortalCommandsProps) {
  const { shows, isOpen, onClose, onHelp, onPalette } = props;
  const goTo = useGoTo();
  const commands = useCommands({ goTo, onHelp });
  return (
    <CommandDialog
      shows={shows}
      isOpen={isOpen}
      onClose={onClose}
      onPalette={onPalette}
      commands={commands}
      onShowOrders={(search) => goTo({ to: paths.orders(), search })}
    />
  );
}

/** Focuses the page's beginning. */
function useGoTo() {
  const navigate = useNavigate();
  const go = async (destination: NavigateOptions) => {
    await navigate(destination);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (destination: NavigateOptions) => void go(destination);
}
