import { type Order, orderEndpoints } from '@portage/contract/orders/orders';
import { IconListSearch, IconRefresh, IconPackage, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { orderStatuses } from '@portage/contract/orders/order-status';
import classes from './PaletteList.module.css';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { useLocale } from '../i18n/use-locale.ts';
import type { ReactNode } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callQuery } from '../lib/call-query.ts';
import { foldForSearch } from '@portage/contract/fold-for-search';
import type { PageShortcut } from '../lib/shortcuts.ts';
import { useRested } from '../lib/use-search.ts';

/** One line of the palette. */
export interface PaletteOption {
  readonly id: string;
  readonly content: ReactNode;
  readonly run: () => void;
  /** Keeps the palette open when it is run. */
  readonly staysOpen?: boolean;
}

/** Lines that belong together, under their name. */
export interface PaletteGroup {
  readonly name: string;
  readonly options: readonly PaletteOption[];
}

/** The options of all groups, in the order in which the keyboard passes them. */
export const optionsOf = (groups: readonly PaletteGroup[]) =>
  groups.flatMap(({ options }) => options);

/** The option that an arrow key leads to: after the last comes the first. */
export function nextOption(
  options: readonly PaletteOption[],
  current: PaletteOption | undefined,
  step: 1 | -1,
): PaletteOption | undefined {
  const index = options.findIndex(({ id }) => id === current?.id);
  return options.at((index + step) % options.length);
}

/** From how many characters on orders are searched. */
const SHORTEST_SEARCH = 2;
/** The most orders that the palette shows. */
const MOST_FOUND = 8;

const foundQuery = (text: string) =>
  queryOptions({
    ...callQuery(orderEndpoints.list, { query: { freeSearch: text, limit: MOST_FOUND } }),
    enabled: text.length >= SHORTEST_SEARCH,
    gcTime: 0,
  });

/**
 * Finds the newest orders of any day that match, once the typing rests. A newer search cancels the
 * one before.
 */
export function useFoundOrders(typed: string) {
  const wanted = typed.trim();
  const text = useRested(wanted);
  const { data, error, isFetching, refetch } = useQuery(foundQuery(text));
  const isAsked = wanted.length >= SHORTEST_SEARCH;
  const isCurrent = isAsked && wanted === text;
  return {
    /** Undefined while the text is too short. */
    search: isAsked ? wanted : undefined,
    orders: isCurrent && data ? data.orders : [],
    /** True when more orders match than are shown. */
    hasMore: isCurrent && data?.next !== undefined,
    isSearching: isAsked && (!isCurrent || isFetching),
    error: isCurrent && !isFetching ? error : null,
    retry: () => void refetch(),
  };
}

/** Result of the order search. */
export type FoundOrders = ReturnType<typeof useFoundOrders>;

/** Something that the palette can do: go to a page, or act. */
export interface Command {
  readonly id: string;
  readonly group: 'pages' | 'actions';
  readonly label: string;
  readonly Icon: Icon;
  /** The shortcut that does the same. */
  readonly shortcut?: PageShortcut;
  readonly run: () => void;
}

/** The commands whose label has every word that was typed, or a part of it. */
export function matchingCommands<Labelled extends Pick<Command, 'label'>>(
  commands: readonly Labelled[],
  typed: string,
): Labelled[] {
  const words = foldForSearch(typed).split(' ');
  return commands.filter(({ label }) => words.every((word) => foldForSearch(label).includes(word)));
}

/** Filters for the orders list, as in its address. */
export interface OrdersToShow {
  readonly search: string;
  readonly placed: 'all';
  /** Id of the order whose details shall be open. */
  readonly expanded?: string;
}

interface PaletteContent {
  readonly typed: string;
  readonly commands: readonly Command[];
  readonly found: FoundOrders;
  readonly onShowOrders: (orders: OrdersToShow) => void;
}

/** Groups of the palette for a text: pages, actions and orders, with their number. */
export function usePaletteGroups(content: PaletteContent) {
  const { typed, commands, found, onShowOrders } = content;
  const { t } = useTranslation('palette');

  const matching = matchingCommands(commands, typed);
  const commandGroup = (group: Command['group']): PaletteGroup => ({
    name: t(`group.${group}`),
    options: matching
      .filter((command) => command.group === group)
      .map((command) => ({
        id: command.id,
        content: <CommandLine {...command} />,
        run: command.run,
      })),
  });

  const orderOption = (order: Order) => ({
    id: order.id,
    content: <FoundOrder order={order} />,
    run: () => onShowOrders({ search: order.trackingNumber, placed: 'all', expanded: order.id }),
  });
  const { search, orders, isSearching, error } = found;
  const retry = {
    id: 'retry',
    content: <CommandLine label={t('searchAgain')} Icon={IconRefresh} />,
    run: found.retry,
    staysOpen: true,
  };
  const seeAll = search !== undefined && {
    id: 'see-all',
    content: <CommandLine label={t('seeAll', { search })} Icon={IconListSearch} />,
    run: () => onShowOrders({ search, placed: 'all' }),
  };
  const mayFindSome = isSearching || orders.length > 0;

  const groups = [
    commandGroup('pages'),
    commandGroup('actions'),
    {
      name: t('group.orders'),
      options: [
        ...orders.map(orderOption),
        ...(error ? [retry] : []),
        ...(seeAll && mayFindSome ? [seeAll] : []),
      ],
    },
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    count: matching.length + orders.length,
  };
}

/** A command as the palette lists it. */
function CommandLine({ label, Icon, shortcut }: Pick<Command, 'label' | 'Icon' | 'shortcut'>) {
  return (
    <>
      <Icon size={18} stroke={1.75} aria-hidden className={classes['icon'] ?? ''} />
      <span className={classes['label']}>{label}</span>
      {shortcut && (
        <span aria-hidden className={classes['keys']}>
          <ShortcutKeys name={shortcut} />
        </span>
      )}
    </>
  );
}

/** An order in the palette: recipient, place, tracking number and status. */
function FoundOrder({ order }: { readonly order: Order }) {
  const locale = useLocale();
  const { recipient, recipientAddress, trackingNumber, orderStatus } = order;
  return (
    <>
      <IconPackage size={18} stroke={1.75} aria-hidden className={classes['icon'] ?? ''} />
      <span className={classes['label']}>
        {recipient.name}
        <span className={classes['facts']}>
          <span className={classes['number']}>{trackingNumber}</span> · {recipientAddress.city}
        </span>
      </span>
      <span className={classes['status']}>{orderStatuses[orderStatus].name[locale]}</span>
    </>
  );
}
