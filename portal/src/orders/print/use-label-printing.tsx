import { Button } from '@mantine/core';
import { labelEndpoints, type LabelFormat } from '@portage/contract/labels';
import type { OrderSummary } from '@portage/contract/order-selection';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import { fetchLabels, LabelFailure } from './fetch-labels.ts';
import { labelFileName, mergeLabels } from './label-files.ts';
import { printPdf } from './print-pdf.ts';
import { saveFile } from '../save-file.ts';

interface Progress {
  readonly done: number;
  readonly total: number;
}

/**
 * Fetches the labels of orders one after the other, puts them into one file, and opens the print
 * dialog (PDF) or saves the file (ZPL, or when the browser cannot print). Leaving the screen stops it.
 * `onOutcome` hears the id of the order whose label failed, or undefined when none did.
 */
export function useLabelPrinting(onOutcome: (failedOrderId: string | undefined) => void) {
  const { t } = useTranslation('orders');
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function print(orders: readonly OrderSummary[], format: LabelFormat): Promise<void> {
    const { signal } = (running.current = new AbortController());
    const total = orders.length;
    setProgress({ done: 0, total });
    try {
      const labels = await fetchLabels(
        orders,
        ({ id }) => callApi(labelEndpoints.get, { params: { id }, query: { format } }, { signal }),
        (done) => setProgress({ done, total }),
      );
      await handOver(await mergeLabels(format, labels), format, total);
      onOutcome(undefined);
    } catch (error) {
      if (!signal.aborted) explain(error);
    }
    setProgress(undefined);
  }

  async function handOver(file: Blob, format: LabelFormat, count: number): Promise<void> {
    const name = labelFileName[format];
    if (format !== 'zpl' && (await printPdf(file))) {
      notifySuccess({
        title: t('print.openedTitle', { count }),
        message: (
          <Button size="compact-sm" variant="subtle" onClick={() => saveFile(file, name)}>
            {t('print.save', { file: name })}
          </Button>
        ),
      });
      return;
    }
    saveFile(file, name);
    notifySuccess({ title: t('print.savedTitle', { count }), message: name });
  }

  function explain(error: unknown): void {
    if (!(error instanceof LabelFailure)) {
      notifyError({ title: t('print.failed'), cause: error });
      return;
    }
    const { cause, order } = error;
    const reason = cause instanceof Error ? cause.message : '';
    notifyError({
      title: t('print.failed'),
      message: `${t('print.failedFor', { name: order.recipientName })} ${reason}`,
      cause,
    });
    onOutcome(order.id);
  }

  return { progress, print, cancel: () => running.current?.abort() };
}
