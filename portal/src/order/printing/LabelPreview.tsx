import { Modal, ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PrinterResolution } from '@portage/contract/orders/labels';
import { useTranslation } from '../../i18n/i18n.ts';
import { saveFile } from '../../lib/download.ts';
import { queryClient } from '../../lib/query-client.ts';
import { threadOf } from '../../lib/thread.ts';
import { softDisabled } from '../../ui/pressed-once.ts';
import { useFocusAfter } from '../../ui/return-focus.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import classes from './LabelPreview.module.css';
import { closePreview, useLastZpl, type SavedZpl, zplLabels } from './print-state.ts';

interface LabelToDraw {
  readonly zpl: string;
  readonly dpi: PrinterResolution;
}

export interface LabelDrawer {
  /** Resolves with a PNG data URL. */
  readonly draw: (label: LabelToDraw) => Promise<string>;
}

/** Rejects the label that is being drawn. */
let fail: (error: Error) => void = () => undefined;

const drawer = threadOf<LabelDrawer>(() => {
  const worker = new Worker(new URL('./draw-labels-worker.ts', import.meta.url), {
    type: 'module',
  });
  worker.addEventListener('error', () => fail(new Error('The renderer did not load')));
  return worker;
});
let lastTurn: Promise<unknown> = Promise.resolve();

/** The worker loads megabytes. Rejects when it cannot be drawn or is no longer wanted. */
function drawLabel(label: LabelToDraw, signal: AbortSignal): Promise<string> {
  const drawn = lastTurn.then(() => {
    signal.throwIfAborted();
    return drawInThread(label);
  });
  lastTurn = drawn.catch(() => undefined);
  return drawn;
}

/** Frees a hundred megabytes. */
function closeLabelDrawer(): void {
  drawer.end();
  lastTurn = Promise.resolve();
}

async function drawInThread(label: LabelToDraw): Promise<string> {
  try {
    return await new Promise<string>((resolve, reject) => {
      fail = reject;
      drawer.api().draw(label).then(resolve, reject);
    });
  } catch (error) {
    // A failed worker never loads.
    closeLabelDrawer();
    throw error;
  }
}

/** Prefix of query keys. */
const PREVIEW = ['print', 'preview'] as const;

interface LabelPictureProps extends LabelToDraw {
  readonly name: string;
}

/** In real size where there is room. */
function LabelPicture({ zpl, dpi, name }: LabelPictureProps) {
  const { t } = useTranslation('orders');
  const {
    data: picture,
    error,
    refetch,
  } = useQuery({
    queryKey: [...PREVIEW, dpi, zpl],
    queryFn: ({ signal }) => drawLabel({ zpl, dpi }, signal),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <div className={classes['label']}>
      {picture && <img src={picture} alt={name} />}
      {error && (
        <div className={classes['failed']} role="alert">
          <p>{t('print.preview.failed')}</p>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t('print.preview.retry')}
          </Button>
        </div>
      )}
      {!picture && !error && (
        <output aria-label={t('print.preview.drawing', { label: name })}>
          <Skeleton h="100%" radius={0} />
        </output>
      )}
    </div>
  );
}

interface PreviewedLabelsProps {
  readonly saved: SavedZpl;
  readonly shown: number;
}

function PreviewedLabels({ saved, shown }: PreviewedLabelsProps) {
  const { t } = useTranslation('orders');
  const { data: labels = [] } = useQuery({
    queryKey: [...PREVIEW, saved.name, saved.file.size],
    queryFn: async () => zplLabels(await saved.file.text()),
  });
  const [first, setFirst] = useState(0);
  const total = labels.length;
  const last = Math.min(first + shown, total);

  useEffect(
    () => () => {
      closeLabelDrawer();
      queryClient.removeQueries({ queryKey: PREVIEW });
    },
    [],
  );

  const turn = (to: number) => {
    const isBeyond = to < 0 || to >= total;
    const onClick = () => setFirst(isBeyond ? first : to);
    return { variant: 'default', size: 36, ...softDisabled(isBeyond), onClick };
  };
  return (
    <>
      <div className={classes['labels']}>
        {labels.slice(first, last).map((zpl, place) => (
          <LabelPicture
            key={zpl}
            zpl={zpl}
            dpi={saved.dpi}
            name={t('print.preview.label', { number: first + place + 1, total })}
          />
        ))}
      </div>
      <div className={classes['foot']}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveFile(saved.file, saved.name)}
        >
          {t('print.save', { file: saved.name })}
        </Button>
        {total > shown && (
          <div className={classes['turn']}>
            <ActionIcon {...turn(first - shown)} aria-label={t('print.preview.previous')}>
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <output>
              {t('print.preview.shown', { count: last - first, from: first + 1, to: last, total })}
            </output>
            <ActionIcon {...turn(first + shown)} aria-label={t('print.preview.next')}>
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </div>
        )}
      </div>
    </>
  );
}

/** A phone has room for one. */
const SHOWN = 3;

/** The file that was saved last, as printed. */
export function LabelPreview() {
  const { t } = useTranslation('orders');
  const isMobile = useIsMobile();
  const { saved, isShown } = useLastZpl();
  useFocusAfter(isShown);
  const shown = isMobile ? 1 : SHOWN;
  return (
    <Modal
      opened={isShown && saved !== undefined}
      onClose={closePreview}
      title={saved && t('print.preview.title', { file: saved.name })}
      size="auto"
      fullScreen={isMobile}
      closeButtonProps={{ 'aria-label': t('print.close') }}
    >
      {saved && <PreviewedLabels key={shown} saved={saved} shown={shown} />}
    </Modal>
  );
}
