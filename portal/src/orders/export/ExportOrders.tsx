import { ActionIcon, Loader } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PopoverButton } from '../../ui/PopoverButton.tsx';
import { loadListTools } from '../load-list-tools.ts';
import classes from './ExportOrders.module.css';
import { useExportProgress, useProgressText } from './export-run.ts';
import type { ExportProps } from './ExportSteps.tsx';

/**
 * The export popover (spec 1 §2): saves the selected orders, or all that match, as a CSV file of 66
 * columns (spec 1 §9). While one is under way it shows how far it is.
 */
export function ExportOrders(props: ExportProps) {
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
