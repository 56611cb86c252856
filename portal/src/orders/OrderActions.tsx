import { ActionIcon, Loader } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import type { Order, OrderCount } from '@portage/contract/orders/orders';
import { IconDots, IconPhoto, IconRefresh, IconTableExport } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../lib/notify.tsx';
import { MenuButton, PopoverButton } from '../ui/MenuButton.tsx';
import { focusPage } from '../ui/use-focus-after.ts';
import { DeleteOrders } from '../order/bulk-run/DeleteOrders.tsx';
import { MarkNotReadyItem, MarkReady } from '../order/bulk-run/MarkReady.tsx';
import { useShowPhotos } from '../order/use-show-photos.ts';
import classes from './OrdersPage.module.css';
import { ShopActions } from './ShopActions.tsx';
import type { ListedOrders } from '../order/order-calls.ts';
import { PrintButtons } from '../order/printing/PrintButtons.tsx';
import { loadListTools } from './load-list-tools.ts';
import { useExportProgress, useProgressText } from './export/export-run.ts';
import type { ExportProps } from './export/ExportSteps.tsx';

/** Exports the selected or all matching orders as CSV (spec 1 §2, §9), and shows the progress. */
function ExportOrders(props: ExportProps) {
  const { t } = useTranslation(['orders', 'common']);
  const progress = useExportProgress();
  const progressText = useProgressText();
  const name = progress
    ? t('common:inWords', { name: t('export.name'), value: progressText(progress) })
    : t('export.name');
  return (
    <PopoverButton
      position="bottom-end"
      width={340}
      shadow="md"
      transitionProps={{ duration: 0 }}
      returnFocus
      className={classes['dropdown']}
      load={loadListTools}
      renderButton={(target) => (
        <ActionIcon
          {...target}
          variant="default"
          size={36}
          aria-label={name}
          data-caption={t('export.short')}
          title={name}
        >
          {progress ? <Loader size={18} aria-hidden /> : <IconTableExport size={18} aria-hidden />}
        </ActionIcon>
      )}
    >
      {({ ExportSteps }, close) => <ExportSteps {...props} onDone={close} />}
    </PopoverButton>
  );
}

interface OrderActionsProps {
  readonly selected: readonly OrderSummary[];
  /** The loaded orders. */
  readonly listed: readonly Order[];
  /** Undefined until the filters are known. */
  readonly query: ListedOrders | undefined;
  /** Undefined until counted. */
  readonly matching: OrderCount | undefined;
  /** The merchant's; the device's until it is known. */
  readonly timeZone: string | undefined;
  /** On narrow screens what is used less is behind a menu. */
  readonly isNarrow: boolean;
  /** Hears the ids of orders that are gone. */
  readonly onDeleted: (ids: readonly string[]) => void;
  readonly isRefreshing: boolean;
  /** Rejects when the list could not be refreshed. */
  readonly onRefresh: () => Promise<void>;
}

/** The actions on the list and on the selected orders; on narrow screens a bar at the bottom. */
export function OrderActions(props: OrderActionsProps) {
  const { selected, listed, timeZone, isNarrow, isRefreshing } = props;
  const { t } = useTranslation(['orders', 'bulk']);
  const [showsPhotos, setShowsPhotos] = useShowPhotos();

  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    // The bar goes with the last order, and would take the focus with it.
    return () => {
      if (element?.contains(document.activeElement)) focusPage();
    };
  }, []);

  async function refresh(): Promise<void> {
    try {
      await props.onRefresh();
    } catch (error) {
      notifyError({ title: t('refreshFailed'), cause: error });
    }
  }

  return (
    <div ref={bar} className={classes['actions']}>
      <PrintButtons orders={selected} isNarrow={isNarrow} />
      <ShopActions selected={selected} listed={listed} />
      <MarkReady orders={selected} isNarrow={isNarrow} />
      <ExportOrders
        selected={selected}
        loaded={listed}
        query={props.query}
        matching={props.matching}
        timeZone={timeZone}
      />
      {!isNarrow && <DeleteOrders orders={selected} onDeleted={props.onDeleted} />}
      {isNarrow ? (
        <MenuButton
          position="top-end"
          withinPortal={false}
          renderButton={(target) => (
            <ActionIcon
              {...target}
              variant="default"
              size={36}
              loading={isRefreshing}
              aria-label={t('bulk:actions.more')}
              data-caption={t('bulk:actions.moreShort')}
              title={t('bulk:actions.more')}
            >
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          )}
          renderItems={(Menu) => (
            <>
              <MarkNotReadyItem orders={selected} itemOf={Menu} />
              <Menu.CheckboxItem checked={showsPhotos} onChange={setShowsPhotos}>
                {t('bulk:actions.showPhotos')}
              </Menu.CheckboxItem>
              <Menu.Item
                leftSection={<IconRefresh size={18} aria-hidden />}
                onClick={() => void refresh()}
              >
                {t('refresh')}
              </Menu.Item>
              <DeleteOrders orders={selected} onDeleted={props.onDeleted} itemOf={Menu} />
            </>
          )}
        />
      ) : (
        <>
          <ActionIcon
            variant={showsPhotos ? 'filled' : 'default'}
            size={36}
            aria-pressed={showsPhotos}
            onClick={() => setShowsPhotos(!showsPhotos)}
            aria-label={t('bulk:actions.showPhotos')}
            title={t('bulk:actions.showPhotos')}
          >
            <IconPhoto size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={36}
            loading={isRefreshing}
            onClick={() => void refresh()}
            aria-label={t('refresh')}
            title={t('refresh')}
          >
            <IconRefresh size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
    </div>
  );
}
