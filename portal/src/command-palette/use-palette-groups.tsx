import { IconListSearch, IconRefresh, IconPackage, type Icon } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { orderStatuses } from '@portage/contract/orders/order-status';
import { type Order, orderEndpoints } from '@portage/contract/orders/orders';
import { foldForSearch } from '@portage/contract/text';
import { useLocale, useTranslation } from '../i18n/i18n.ts';
import { callQuery } from '../lib/call-query.ts';
import { useRested } from '../lib/use-search.ts';
import type { PageShortcut } from '../lib/use-shortcut.ts';
import classes from './PaletteOptions.module.css';
import { ShortcutKeys } from './ShortcutKeys.tsx';

export interface PaletteOption {
  readonly id: string;
  readonly content: ReactNode;
  readonly run: () => void;
  readonly staysOpen?: boolean;
}

interface PaletteGroup {
  readonly name: string;
  readonly options: readonly PaletteOption[];
}

/** In the order of the keyboard. */
export const optionsOf = (groups: readonly PaletteGroup[]) =>
  groups.flatMap(({ options }) => options);

export function nextOption(
  options: readonly PaletteOption[],
  current: PaletteOption | undefined,
  step: 1 | -1,
): PaletteOption | undefined {
  const index = options.findIndex(({ id }) => id === current?.id);
  return options.at((index + step) % options.length);
}

/** Characters. */
const SHORTEST_SEARCH = 2;
const MOST_FOUND = 8;

const foundQuery = (text: string) =>
  queryOptions({
    ...callQuery(orderEndpoints.list, { query: { freeSearch: text, limit: MOST_FOUND } }),
    enabled: text.length >= SHORTEST_SEARCH,
    gcTime: 0,
  });

/** Finds orders of any day. A newer search cancels the one before. */
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
    hasMore: isCurrent && data?.next !== undefined,
    isSearching: isAsked && (!isCurrent || isFetching),
    error: isCurrent && !isFetching ? error : null,
    retry: () => void refetch(),
  };
}

export type FoundOrders = ReturnType<typeof useFoundOrders>;

export interface Command {
  readonly id: string;
  readonly group: 'pages' | 'actions';
  readonly label: string;
  readonly Icon: Icon;
  readonly shortcut?: PageShortcut;
  readonly run: () => void;
}

/** Returns the commands that contain every typed word. */
export function matchingCommands<Labelled extends Pick<Command, 'label'>>(
  commands: readonly Labelled[],
  typed: string,
): Labelled[] {
  const words = foldForSearch(typed).split(' ');
  return commands.filter(({ label }) => words.every((word) => foldForSearch(label).includes(word)));
}

export interface OrdersToShow {
  readonly search: string;
  readonly placed: 'all';
  readonly expanded?: string;
}

interface PaletteContent {
  readonly typed: string;
  readonly commands: readonly Command[];
  readonly found: FoundOrders;
  readonly onShowOrders: (orders: OrdersToShow) => void;
}

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

function FoundOrder({ order }: { readonly order: Order }) {
  const locale = useLocale();
  const { recipient, recipientAddress, trackingNumber, orderStatus } = order;
  return (
    <>
      <IconPackage size={18} stroke={1.75} aria-hidden className={classes['icon'] ?? ''} />
      <span className={classes['label']} translate="no">
        {recipient.name}
        <span className={classes['facts']}>
          <span className={classes['number']}>{trackingNumber}</span> · {recipientAddress.city}
        </span>
      </span>
      <span className={classes['status']}>{orderStatuses[orderStatus].name[locale]}</span>
    </>
  );
}
