import { ActionIcon, FocusTrap, Loader, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OrderSummary } from '@portage/contract/order-selection';
import type { Order, OrderCount } from '@portage/contract/orders';
import { IconTableExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import type { ListedOrders } from '../../order/order-calls.ts';
import { ExportChoices } from './ExportChoices.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { useExportProgress } from './export-run.ts';
import { useOrderExport } from './use-order-export.ts';
import { useProgressText } from './use-progress-text.ts';

interface ExportOrdersProps {
  /** The selected orders. */
  readonly selected: readonly OrderSummary[];
  /** The loaded orders. */
  readonly loaded: readonly Order[];
  /** What the list asks the server for; undefined until that is known. */
  readonly query: ListedOrders | undefined;
  /** How many orders match it; undefined while it is not known. */
  readonly matching: OrderCount | undefined;
  /** The merchant's time zone, in which timestamps are written; undefined for the device's. */
  readonly timeZone: string | undefined;
}

/**
 * The export popover (spec 1 §2): saves the selected orders, or all that match, as a CSV file of 66
 * columns (spec 1 §9). While one is under way it shows how far it is.
 */
export function ExportOrders({ selected, loaded, query, matching, timeZone }: ExportOrdersProps) {
  const { t } = useTranslation(['orders', 'errors']);
  const [isOpen, popover] = useDisclosure();
  const progress = useExportProgress();
  const progressText = useProgressText();
  const { exportSelected, exportMatching } = useOrderExport(timeZone);

  async function saveSelected(): Promise<void> {
    if (selected.length === 0) {
      notifyError({ title: t('print.errorTitle'), message: t('errors:error.noOrderSelected') });
      return;
    }
    await exportSelected(selected, loaded);
    popover.close();
  }

  async function saveMatching(matches: ListedOrders): Promise<void> {
    await exportMatching(matches, matching);
    popover.close();
  }

  const name = progress ? `${t('export.name')}: ${progressText(progress)}` : t('export.name');
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && popover.close()}
      position="bottom-end"
      width={340}
      shadow="md"
      transitionProps={{ duration: 0 }}
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={name}
          title={name}
          onClick={popover.toggle}
        >
          {progress ? <Loader size={18} aria-hidden /> : <IconTableExport size={18} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        {/* Each step begins at its own button: the one that was pressed is gone. */}
        <FocusTrap key={progress ? 'progress' : 'choices'}>
          <div>
            {progress ? (
              <ExportProgress progress={progress} />
            ) : (
              <ExportChoices
                selected={selected.length}
                matching={matching}
                onSelected={() => void saveSelected()}
                onMatching={query && (() => void saveMatching(query))}
              />
            )}
          </div>
        </FocusTrap>
      </Popover.Dropdown>
    </Popover>
  );
}
