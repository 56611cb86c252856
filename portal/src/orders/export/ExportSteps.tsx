import { FocusTrap } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/order-selection';
import type { Order, OrderCount } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import type { ListedOrders } from '../../order/order-calls.ts';
import { ExportChoices } from './ExportChoices.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { useExportProgress } from './export-run.ts';
import { exportMatching, exportSelected } from './order-export.ts';

export interface ExportProps {
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

interface ExportStepsProps extends ExportProps {
  /** Closes what it stands in. */
  readonly onDone: () => void;
}

/** Which orders to export; while it is under way, how far it is. */
export function ExportSteps(props: ExportStepsProps) {
  const { selected, loaded, query, matching, timeZone, onDone } = props;
  const { t } = useTranslation(['orders', 'errors']);
  const progress = useExportProgress();

  async function saveSelected(): Promise<void> {
    if (selected.length === 0) {
      notifyError({ title: t('print.errorTitle'), message: t('errors:error.noOrderSelected') });
      return;
    }
    await exportSelected(selected, loaded, timeZone);
    onDone();
  }

  async function saveMatching(matches: ListedOrders): Promise<void> {
    await exportMatching(matches, matching);
    onDone();
  }

  // Each step begins at its own button: the one that was pressed is gone.
  return (
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
  );
}
