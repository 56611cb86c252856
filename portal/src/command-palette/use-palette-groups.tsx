import type { Order } from '@portage/contract/orders/orders';
import { IconListSearch, IconRefresh, IconPackage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { orderStatuses } from '@portage/contract/orders/order-status';
import { type Command, matchingCommands } from './command.ts';
import type { PaletteGroup } from './palette-option.ts';
import type { FoundOrders } from './use-found-orders.ts';
import classes from './PaletteList.module.css';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { useLocale } from '../i18n/use-locale.ts';

/** Which orders the list shall show, in the words of its address. */
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

/** What the palette offers for what is typed: pages, actions, and the orders found; and how much that is. */
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

/** An order as the palette lists it: who receives it and where, its tracking number and its status. */
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
