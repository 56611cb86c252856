import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './PrintProgress.module.css';
import '@mantine/core/styles/Progress.layer.css';

interface PrintProgressProps {
  readonly done: number;
  readonly total: number;
  readonly onCancel: () => void;
}

/** How many labels are there already, and how to stop. */
export function PrintProgress({ done, total, onCancel }: PrintProgressProps) {
  const { t } = useTranslation('orders');
  const text = t('print.progress', { done, total });
  return (
    <div className={classes['progress']}>
      <div className={classes['bar']}>
        <output>{text}</output>
        <Progress value={(done / total) * 100} size="sm" aria-label={text} />
      </div>
      <Button variant="default" onClick={onCancel}>
        {t('print.cancel')}
      </Button>
    </div>
  );
}
