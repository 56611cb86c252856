import { Button, type Menu } from '@mantine/core';
import {
  type Icon,
  IconColumns3,
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkFilled,
  IconBookmarkPlus,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { OrderView, ViewFilter } from '@portage/contract/orders/order-views';
import { useTranslation } from '../../i18n/i18n.ts';
import { confirm } from '../../lib/confirm.tsx';
import { useFormat } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import { writeFilter } from '../../order/order-address.ts';
import { workFilters, workQuery } from '../../order/order-calls.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PopoverButton, MenuButton } from '../../ui/MenuButton.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { loadListTools } from '../load-list-tools.ts';
import type { ColumnChoicesProps } from './ColumnChoices.tsx';
import {
  useChangeView,
  useCreateView,
  useDeleteView,
  type useOrderView,
  isSameFilter,
  WORK_VIEWS,
  workViewOf,
} from './order-views.ts';
import classes from './OrderViews.module.css';

/** Without it a link without filters would always be current. */
const EXACTLY = { exact: true } as const;

interface WorkViewsProps {
  readonly filter: ViewFilter;
  /** A newcomer sees no zeros. */
  readonly hasOrders: boolean;
}

/** Links the work views with their counts. */
export function WorkViews({ filter, hasOrders }: WorkViewsProps) {
  const { t } = useTranslation('orderViews');
  const { number } = useFormat();
  const { data: counts } = useQuery(workQuery);
  const listed = workViewOf(filter);
  const isUnfiltered = isSameFilter({ ...filter, sort: undefined }, {});
  return (
    <nav className={classes['workViews']} aria-label={t('work.name')}>
      {WORK_VIEWS.map((view) => (
        <Link
          key={view}
          to={paths.orders()}
          search={{ ...writeFilter(workFilters[view]) }}
          activeOptions={EXACTLY}
          className={classes['view'] ?? ''}
          aria-current={view === listed ? 'page' : undefined}
          data-alert={view === 'needsAttention' && (counts?.needsAttention ?? 0) > 0}
        >
          {t(`work.${view}`)}{' '}
          {counts && hasOrders && <span className={classes['count']}>{number(counts[view])}</span>}
        </Link>
      ))}
      <Link
        to={paths.orders()}
        search={{}}
        activeOptions={EXACTLY}
        className={classes['view'] ?? ''}
        aria-current={isUnfiltered ? 'page' : undefined}
      >
        {t('work.all')}
      </Link>
    </nav>
  );
}

type ViewDialog = 'save' | 'rename';

interface OrderViewsProps {
  readonly list: ReturnType<typeof useOrderView>;
  readonly onSaveChanges: () => void;
  readonly onOpen: (dialog: ViewDialog) => void;
  readonly onDelete: () => void;
}

type ItemText = 'saveChanges' | 'discardChanges' | 'saveAsNew' | 'rename' | 'delete';

/** Named after the current view. */
function OrderViews({ list, onSaveChanges, onOpen, onDelete }: OrderViewsProps) {
  const { views, view, isChanged, error, retry, chooseView } = list;
  const { t } = useTranslation('orderViews');
  const name = view?.name ?? t('allOrders');
  const changed = isChanged && t(view ? 'changed' : 'filtered');
  const item = (menu: typeof Menu, text: ItemText, Icon: Icon, onClick: () => void) => (
    <menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
      {t(text)}
    </menu.Item>
  );
  return (
    <MenuButton
      position="bottom-start"
      width={300}
      withinPortal={false}
      renderButton={(target) => (
        <Button
          {...target}
          variant="subtle"
          color="gray"
          px={10}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          className={classes['target'] ?? ''}
          aria-label={t('current', { name: [name, changed].filter(Boolean).join(', ') })}
          title={name}
        >
          <span className={classes['icon']}>
            {view ? (
              <IconBookmarkFilled size={18} aria-hidden />
            ) : (
              <IconBookmark size={18} aria-hidden />
            )}
          </span>
          <span className={classes['name']}>{name}</span>
          {changed && <span className={classes['changed']}>· {changed}</span>}
        </Button>
      )}
      renderItems={(Menu) => (
        <>
          <div className={classes['list']}>
            <ViewItem
              menu={Menu}
              name={t('allOrders')}
              isInForce={view === undefined}
              onChoose={() => chooseView(undefined)}
            />
            {views.map((one) => (
              <ViewItem
                key={one.id}
                menu={Menu}
                name={one.name}
                isInForce={one.id === view?.id}
                onChoose={() => chooseView(one)}
              />
            ))}
          </div>
          <Menu.Divider />
          {error ? (
            <>
              <Menu.Label>{t('loadFailed')}</Menu.Label>
              <Menu.Item onClick={retry}>{t('retry')}</Menu.Item>
            </>
          ) : (
            <>
              {view && isChanged && (
                <>
                  {item(Menu, 'saveChanges', IconDeviceFloppy, onSaveChanges)}
                  {item(Menu, 'discardChanges', IconArrowBackUp, () => chooseView(view))}
                </>
              )}
              {item(Menu, 'saveAsNew', IconBookmarkPlus, () => onOpen('save'))}
              {view && (
                <>
                  {item(Menu, 'rename', IconPencil, () => onOpen('rename'))}
                  {item(Menu, 'delete', IconTrash, onDelete)}
                </>
              )}
            </>
          )}
        </>
      )}
    />
  );
}

interface ViewItemProps {
  readonly menu: typeof Menu;
  readonly name: string;
  readonly isInForce: boolean;
  readonly onChoose: () => void;
}

/** Choosing the current view restores it. */
function ViewItem({ menu, name, isInForce, onChoose }: ViewItemProps) {
  return (
    <menu.RadioItem
      value={name}
      checked={isInForce}
      checkIcon={<IconCheck size={14} aria-hidden />}
      closeMenuOnClick
      onClick={onChoose}
    >
      <span className={classes['item']} title={name}>
        {name}
      </span>
    </menu.RadioItem>
  );
}

function ColumnChooser(props: ColumnChoicesProps) {
  const { t } = useTranslation('orderViews');
  return (
    <PopoverButton
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal={false}
      load={loadListTools}
      renderButton={(target) => (
        <IconButton
          {...target}
          Icon={IconColumns3}
          label={t('columns.choose')}
          variant="subtle"
          color="gray"
        />
      )}
    >
      {({ ColumnChoices }) => <ColumnChoices {...props} />}
    </PopoverButton>
  );
}

/** Fetched with the first dialog. */
const NameDialog = lazy(async () => {
  const { NameDialog: component } = await import('../../lib/NameDialog.tsx');
  return { default: component };
});

interface OrdersViewBarProps {
  readonly list: ReturnType<typeof useOrderView>;
  readonly filter: ViewFilter;
  readonly hasShop: boolean;
}

export function OrdersViewBar({ list, filter, hasShop }: OrdersViewBarProps) {
  const { t } = useTranslation('orderViews');
  // Narrow lists have fixed columns (spec 1 §2).
  const isNarrow = useIsMobile();
  const { view, columns } = list;
  const [dialog, setDialog] = useState<ViewDialog>();
  const creation = useCreateView();
  const change = useChangeView();
  const deletion = useDeleteView();

  const tellSaved = ({ name }: OrderView) =>
    notifySuccess({ about: 'shownChange', title: t('saved', { name }) });

  async function saveAsNew(name: string): Promise<void> {
    const saved = await creation.mutateAsync({ name, filter, columns });
    list.stayIn(saved);
    tellSaved(saved);
  }

  async function rename(name: string): Promise<void> {
    if (view) tellSaved(await change.mutateAsync({ id: view.id, changes: { name } }));
  }

  function saveChanges(): void {
    if (!view) return;
    change.mutate(
      { id: view.id, changes: { filter, columns } },
      {
        onSuccess: (saved) => {
          list.stayIn(saved);
          tellSaved(saved);
        },
        onError: (cause) => notifyError({ title: t('notSaved'), cause }),
      },
    );
  }

  async function deleteView(): Promise<void> {
    if (!view) return;
    const isConfirmed = await confirm({
      title: t('deleteTitle'),
      text: t('deleteText', { name: view.name }),
      yes: t('deleteConfirm'),
      isDangerous: true,
    });
    if (!isConfirmed) return;
    deletion.mutate(view.id, {
      onSuccess: () => {
        list.stayIn(undefined);
        notifySuccess({ about: 'shownChange', title: t('deleted', { name: view.name }) });
      },
      onError: (cause) => notifyError({ title: t('notDeleted'), cause }),
    });
  }

  return (
    <div className={classes['views']}>
      <OrderViews
        list={list}
        onSaveChanges={saveChanges}
        onOpen={setDialog}
        onDelete={() => void deleteView()}
      />
      {!isNarrow && !list.error && (
        <ColumnChooser columns={columns} hasShop={hasShop} onChoose={list.chooseColumns} />
      )}
      {dialog && (
        <Suspense>
          <NameDialog
            title={t(dialog === 'rename' ? 'renameTitle' : 'saveTitle')}
            label={t('name')}
            help={t('nameHelp')}
            name={dialog === 'rename' ? (view?.name ?? '') : ''}
            submitText={t('save')}
            failed={t('notSaved')}
            onSave={dialog === 'rename' ? rename : saveAsNew}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
