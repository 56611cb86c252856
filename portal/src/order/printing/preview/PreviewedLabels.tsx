import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../lib/save-file.ts';
import { closeLabelDrawer } from './label-drawer.ts';
import { LabelPicture, PREVIEW } from './LabelPicture.tsx';
import type { SavedZpl } from './last-zpl.ts';
import classes from './LabelPreview.module.css';
import { zplLabels } from './zpl-labels.ts';

interface PreviewedLabelsProps {
  readonly saved: SavedZpl;
  /** How many labels show at once. */
  readonly shown: number;
}

/** Some labels of a file, and how to see the others. */
export function PreviewedLabels({ saved, shown }: PreviewedLabelsProps) {
  const { t } = useTranslation('orders');
  const queryClient = useQueryClient();
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
    [queryClient],
  );

  // A button that has the focus keeps it where there is nowhere to go.
  const turn = (to: number) => ({
    variant: 'default',
    size: 36,
    'aria-disabled': to < 0 || to >= total,
    'data-disabled': to < 0 || to >= total,
    onClick: () => setFirst(to < 0 || to >= total ? first : to),
  });
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
          leftSection={<IconDownload size={18} />}
          onClick={() => saveFile(saved.file, saved.name)}
        >
          {t('print.save', { file: saved.name })}
        </Button>
        {total > shown && (
          <div className={classes['turn']}>
            <ActionIcon {...turn(first - shown)} aria-label={t('print.preview.previous')}>
              <IconChevronLeft size={18} />
            </ActionIcon>
            <output>
              {t('print.preview.shown', { count: last - first, from: first + 1, to: last, total })}
            </output>
            <ActionIcon {...turn(first + shown)} aria-label={t('print.preview.next')}>
              <IconChevronRight size={18} />
            </ActionIcon>
          </div>
        )}
      </div>
    </>
  );
}
