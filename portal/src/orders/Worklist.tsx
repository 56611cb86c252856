import { ActionIcon, Button } from '@mantine/core';
import { IconCircleCheck, IconMail, IconPhone, IconPhoto } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  type Attention,
  attentionEndpoints,
  attentionOf,
} from '@portage/contract/orders/attention';
import {
  isUndelivered,
  orderCan,
  type OrderStatus,
  workStatuses,
} from '@portage/contract/orders/order-status';
import type { ViewFilter } from '@portage/contract/orders/order-views';
import { summaryOf, type Order, ORDERS_PAGE_SIZE } from '@portage/contract/orders/orders';
import { formatPhone } from '@portage/contract/phone';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/call-query.ts';
import { notifyUndoable } from '../lib/notify-undoable.tsx';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { useShowPhotos } from '../lib/use-on-device.ts';
import { listOrdersAgain } from '../order/order-calls.ts';
import { applyRemedy, type Remedy, type RemedyTexts, remedyText } from '../order/remedy.ts';
import { paths } from '../paths.ts';
import { Empty } from '../ui/Empty.tsx';
import { LinkButton } from '../ui/links.tsx';
import { pressedOnce } from '../ui/pressed-once.ts';
import classes from './Worklist.module.css';

const NEEDY: readonly OrderStatus[] = workStatuses.needsAttention;

/** True for lists of only orders that need attention. */
export const isWorklist = ({ status, attention }: ViewFilter): boolean =>
  attention ?? status?.every((one) => NEEDY.includes(one)) ?? false;

const isStuck = ({ orderStatus, attentionClosedAt }: Order) =>
  NEEDY.includes(orderStatus) && attentionClosedAt === undefined;

interface FixGroup {
  readonly fix: Remedy;
  readonly orders: readonly Order[];
}

type Worklist = ReturnType<typeof useWorklist>;

const CONCURRENCY = 4;

const FIX_TEXTS = ['worklist.fixed', 'worklist.notFixed'] as const;
const CLOSE_TEXTS = ['worklist.closed', 'worklist.notClosed'] as const;

const noFailures: ReadonlyMap<Order, unknown> = new Map();

/** Lists failed deliveries again that were dealt with. Throws the first error. */
async function reopen(orders: readonly Order[]): Promise<void> {
  await Promise.all(orders.map(({ id }) => callApi(attentionEndpoints.reopen, { params: { id } })));
}

/** Reads why the listed orders need attention, and fixes them. */
export function useWorklist(
  orders: readonly Order[],
  isActive: boolean,
  onFixed: (orders: readonly Order[]) => void,
) {
  const { t, locale } = useTranslation('orders');
  const stuck = isActive ? orders.filter(isStuck) : [];
  const pages = Array.from({ length: Math.ceil(stuck.length / ORDERS_PAGE_SIZE) }, (_, index) =>
    stuck.slice(index * ORDERS_PAGE_SIZE, (index + 1) * ORDERS_PAGE_SIZE),
  );
  const attention = useQueries({
    queries: pages.map((page) => {
      const query = callQuery(attentionEndpoints.list, {
        query: { ids: page.map(({ id }) => id).join(',') },
      });
      return {
        ...query,
        queryKey: [...query.queryKey, page.map(({ version }) => version).join(), locale],
        placeholderData: keepPreviousData,
      };
    }),
    combine: (answers) =>
      new Map(
        answers.flatMap(
          ({ data }) => data?.orders.map((one) => [one.id, one.attention] as const) ?? [],
        ),
      ),
  });
  async function undo(closed: readonly Order[]): Promise<void> {
    try {
      await reopen(closed);
      // They may have left the list.
      listOrdersAgain();
    } catch (cause) {
      notifyError({ title: t('worklist.notReopened'), cause });
    }
  }
  const { data, mutate, isPending } = useMutation({
    mutationFn: async ({ fix, orders: wanted }: FixGroup) => {
      const waiting = wanted.values();
      const saved: Order[] = [];
      const failures = new Map<Order, unknown>();
      async function work(): Promise<void> {
        for (const order of waiting) {
          try {
            saved.push(await applyRemedy(order, fix));
          } catch (error) {
            failures.set(order, error);
          }
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      onFixed(saved);
      return { saved, failures };
    },
    onSuccess({ saved, failures }, { fix }) {
      const count = saved.length;
      const [done, failed] = fix === 'close' ? CLOSE_TEXTS : FIX_TEXTS;
      const title = count > 0 ? t(done, { count }) : t(failed);
      const [cause] = failures.values();
      if (failures.size === 0 && fix === 'close') {
        notifyUndoable({ about: 'offer', title, onUndo: () => void undo(saved) });
      } else if (failures.size === 0) notifySuccess({ about: 'orders', title });
      else if (count + failures.size === 1) notifyError({ title, cause });
      else notifyError({ title, message: t('worklist.failed', { count: failures.size }) });
    },
  });
  return {
    /** Keyed by order id; has a fix once the server has tried one. */
    attention,
    /** Remedies that several orders need. */
    groups: groupsOf(stuck, attention),
    /** True when no loaded order needs attention. */
    isClear: isActive && orders.length > 0 && stuck.length === 0,
    isFixing: isPending,
    /** Reasons of failed fixes, until the order changes. */
    failures: data?.failures ?? noFailures,
    fix: mutate,
  };
}

function groupsOf(orders: readonly Order[], attention: ReadonlyMap<string, Attention>): FixGroup[] {
  const fixable = orders.flatMap((order) => {
    const fix: Remedy | undefined = isUndelivered(order) ? 'close' : attention.get(order.id)?.fix;
    return fix ? [{ order, fix }] : [];
  });
  return Array.from(Map.groupBy(fixable, ({ fix }) => JSON.stringify(fix)).values())
    .filter(({ length }) => length > 1)
    .flatMap(([first, ...others]) =>
      first ? { fix: first.fix, orders: [first, ...others].map(({ order }) => order) } : [],
    );
}

/** Opens the next order once the open one needs no attention. */
export function useOpenNext(
  orders: readonly Order[],
  expanded: string | undefined,
  isActive: boolean,
  onOpen: (id: string | undefined) => void,
): void {
  const index = orders.findIndex(({ id }) => id === expanded);
  const order = orders[index];
  const isOpenStuck = order !== undefined && isStuck(order);
  const was = useRef<string>(undefined);
  const openNext = useEffectEvent(() => {
    const next = [...orders.slice(index + 1), ...orders.slice(0, index)].find(isStuck);
    onOpen(next?.id);
  });
  useEffect(() => {
    if (isActive && expanded !== undefined && was.current === expanded && !isOpenStuck) openNext();
    was.current = isOpenStuck ? expanded : undefined;
  }, [isActive, expanded, isOpenStuck]);
}

interface FailedDeliveryProps extends RemedyTexts {
  readonly order: Order;
  readonly onShow: (order: Order) => void;
}

interface AttentionCellProps extends FailedDeliveryProps {
  readonly worklist: Worklist;
  readonly onEdit: (order: Order) => void;
}

const hasPhotos = ({ timelineEvents, trackingEvents, tasks }: Order) =>
  [...timelineEvents, ...trackingEvents].some(({ verificationPhotosUrls, signaturePhotosUrls }) =>
    [verificationPhotosUrls, signaturePhotosUrls].some((urls) => urls?.length),
  ) || tasks.some(({ completionPhotosUrl }) => completionPhotosUrl?.length);

/** Reaches the recipient, shows the driver's photos, and creates the order again. */
function FailedDelivery({ order, onShow, t }: FailedDeliveryProps) {
  const [, setShowsPhotos] = useShowPhotos();
  const { name, phone, email } = order.recipient;
  const reach = phone
    ? { href: `tel:${phone}`, label: t('worklist.call', { name, phone: formatPhone(phone) }) }
    : { href: `mailto:${email}`, label: t('worklist.mail', { name }) };
  const { href, label } = reach;
  return (
    <>
      {(phone ?? email) !== undefined && (
        <ActionIcon component="a" href={href} {...ICON_BUTTON} aria-label={label} title={label}>
          {phone ? <IconPhone size={16} aria-hidden /> : <IconMail size={16} aria-hidden />}
        </ActionIcon>
      )}
      {hasPhotos(order) && (
        <ActionIcon
          {...ICON_BUTTON}
          className={classes['roomy'] ?? ''}
          aria-label={t('worklist.photo')}
          title={t('worklist.photo')}
          onClick={() => {
            setShowsPhotos(true);
            onShow(order);
          }}
        >
          <IconPhoto size={16} aria-hidden />
        </ActionIcon>
      )}
      <LinkButton
        size="compact-sm"
        variant="default"
        className={[classes['fix'], classes['roomy']].join(' ')}
        aria-label={t('worklist.fixFor', { fix: t('worklist.again'), name })}
        to={paths.newOrder()}
        search={{ duplicate: order.id }}
      >
        {t('worklist.again')}
      </LinkButton>
    </>
  );
}

const ICON_BUTTON = { variant: 'default', size: 28 } as const;

/** Says why an order needs attention, beside the button that places it. */
export function AttentionCell(props: AttentionCellProps) {
  const { order, worklist, onEdit, onShow, ...texts } = props;
  const { t, locale } = texts;
  if (!isStuck(order)) {
    return (
      <span className={classes['done']}>
        <IconCircleCheck size={16} aria-hidden />
        {t(order.attentionClosedAt === undefined ? 'worklist.done' : 'worklist.dealtWith')}
      </span>
    );
  }
  const attention = worklist.attention.get(order.id) ?? attentionOf(order, locale);
  const hasFailed = isUndelivered(order);
  const fix = hasFailed ? 'close' : attention?.fix;
  const failure = worklist.failures.get(order);
  const { name } = order.recipient;
  const mayEdit = orderCan.edit(summaryOf(order)).allowed;
  return (
    <span className={classes['cell']}>
      <span className={classes['reason']}>
        {failure instanceof Error
          ? t('worklist.rowNotFixed', { reason: failure.message })
          : attention?.reason}
      </span>
      <span className={classes['actions']}>
        {hasFailed && <FailedDelivery order={order} onShow={onShow} {...texts} />}
        {fix ? (
          <Button
            size="compact-sm"
            className={classes['fix'] ?? ''}
            aria-label={t('worklist.fixFor', { fix: remedyText(fix, texts), name })}
            disabled={worklist.isFixing}
            {...pressedOnce(() => {
              focusNext(order.id);
              worklist.fix({ fix, orders: [order] });
            })}
          >
            {remedyText(fix, texts)}
          </Button>
        ) : (
          mayEdit && (
            <Button
              size="compact-sm"
              variant="default"
              className={classes['fix'] ?? ''}
              aria-label={t('worklist.fixFor', { fix: t('worklist.edit'), name })}
              onClick={() => onEdit(order)}
            >
              {t('worklist.edit')}
            </Button>
          )
        )}
      </span>
    </span>
  );
}

/** Focuses the row after an order, whose button disappears. */
function focusNext(id: string): void {
  const rows = listedRows();
  const index = rows.findIndex(({ dataset }) => dataset['orderId'] === id);
  (rows[index + 1] ?? rows[index])?.focus({ preventScroll: true });
}

const listedRows = () => [...document.querySelectorAll<HTMLElement>('[data-order-id]')];

/** Focuses the first row of a group, whose button disappears. */
function focusGroup({ orders }: FixGroup): void {
  const ids = new Set(orders.map(({ id }) => id));
  const first = listedRows().find(({ dataset }) => ids.has(dataset['orderId'] ?? ''));
  first?.focus({ preventScroll: true });
}

interface WorklistBarProps extends RemedyTexts {
  readonly worklist: Worklist;
}

/** Fixes equal cases together; says so when nothing is left. */
export function WorklistBar({ worklist, ...texts }: WorklistBarProps) {
  const { t } = texts;
  if (worklist.isClear) {
    return (
      <output className={classes['bar']}>
        <IconCircleCheck size={16} aria-hidden />
        <strong>{t('worklist.clear')}</strong> {t('worklist.clearText')}
      </output>
    );
  }
  return worklist.groups.map((group) => (
    <div key={JSON.stringify(group.fix)} className={classes['bar']}>
      {group.fix === 'close'
        ? t('worklist.failedDeliveries', { count: group.orders.length })
        : t('worklist.group', { count: group.orders.length, fix: remedyText(group.fix, texts) })}
      <Button
        size="compact-sm"
        variant="light"
        loading={worklist.isFixing}
        {...pressedOnce(() => {
          focusGroup(group);
          worklist.fix(group);
        })}
      >
        {t(group.fix === 'close' ? 'worklist.closeAll' : 'worklist.fixAll', {
          count: group.orders.length,
        })}
      </Button>
    </div>
  ));
}

/** Replaces a finished worklist. */
export function AllClear() {
  const { t } = useTranslation('orders');
  return (
    <Empty Icon={IconCircleCheck} title={t('worklist.clear')} text={t('worklist.clearText')} />
  );
}
