import { Button, type Menu } from '@mantine/core';
import type { OrderView } from '@portage/contract/order-views';
import {
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
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/MenuButton.tsx';
import classes from './OrderViews.module.css';

/** A dialog of the views. */
export type ViewDialog = 'save' | 'rename' | 'delete';

interface OrderViewsProps {
  readonly views: readonly OrderView[];
  /** The view in force; undefined for all orders. */
  readonly view: OrderView | undefined;
  /** Whether the list shows something else than the view has saved. */
  readonly isChanged: boolean;
  /** Why the views could not be loaded. */
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onChoose: (view: OrderView | undefined) => void;
  readonly onSaveChanges: () => void;
  readonly onOpen: (dialog: ViewDialog) => void;
  /** The button that opens the menu. */
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
}

/** The menu of the saved views, named after the one in force. */
export function OrderViews(props: OrderViewsProps) {
  const { views, view, isChanged, error, onRetry, onChoose, onSaveChanges, onOpen, buttonRef } =
    props;
  const { t } = useTranslation('orderViews');
  const name = view?.name ?? t('allOrders');
  const changed = isChanged && t(view ? 'changed' : 'filtered');
  return (
    <MenuButton
      position="bottom-start"
      width={300}
      withinPortal={false}
      buttonRef={buttonRef}
      renderButton={(target) => (
        <Button
          {...target}
          variant="subtle"
          color="gray"
          px={10}
          rightSection={<IconChevronDown size={16} />}
          className={classes['target'] ?? ''}
          aria-label={t('current', { name: [name, changed].filter(Boolean).join(', ') })}
          title={name}
        >
          <span className={classes['icon']}>
            {view ? <IconBookmarkFilled size={18} /> : <IconBookmark size={18} />}
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
              onChoose={() => onChoose(undefined)}
            />
            {views.map((one) => (
              <ViewItem
                key={one.id}
                menu={Menu}
                name={one.name}
                isInForce={one.id === view?.id}
                onChoose={() => onChoose(one)}
              />
            ))}
          </div>
          <Menu.Divider />
          {error ? (
            <>
              <Menu.Label>{t('loadFailed')}</Menu.Label>
              <Menu.Item onClick={onRetry}>{t('retry')}</Menu.Item>
            </>
          ) : (
            <>
              {view && isChanged && (
                <>
                  <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={onSaveChanges}>
                    {t('saveChanges')}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconArrowBackUp size={16} />}
                    onClick={() => onChoose(view)}
                  >
                    {t('discardChanges')}
                  </Menu.Item>
                </>
              )}
              <Menu.Item
                leftSection={<IconBookmarkPlus size={16} />}
                onClick={() => onOpen('save')}
              >
                {t('saveAsNew')}
              </Menu.Item>
              {view && (
                <>
                  <Menu.Item
                    leftSection={<IconPencil size={16} />}
                    onClick={() => onOpen('rename')}
                  >
                    {t('rename')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => onOpen('delete')}>
                    {t('delete')}
                  </Menu.Item>
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

/** Choosing the view in force again brings back what it has saved. */
function ViewItem({ menu, name, isInForce, onChoose }: ViewItemProps) {
  return (
    <menu.RadioItem
      value={name}
      checked={isInForce}
      checkIcon={<IconCheck size={14} />}
      closeMenuOnClick
      onClick={onChoose}
    >
      <span className={classes['item']} title={name}>
        {name}
      </span>
    </menu.RadioItem>
  );
}
