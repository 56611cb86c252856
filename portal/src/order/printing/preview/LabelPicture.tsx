import { Button, Skeleton } from '@mantine/core';
import type { PrinterResolution } from '@portage/contract/labels';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drawLabel } from './label-drawer.ts';
import classes from './LabelPreview.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

/** Begins the key of everything that a preview keeps while it is open. */
export const PREVIEW = ['print', 'preview'] as const;

interface LabelPictureProps {
  readonly zpl: string;
  readonly dpi: PrinterResolution;
  /** Which label it is. */
  readonly name: string;
}

/** A label as the printer draws it, in its real size where there is room. */
export function LabelPicture({ zpl, dpi, name }: LabelPictureProps) {
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
