import { Paper, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './OrderPage.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

/** The shape of an order’s page while it is loaded. */
export function OrderPageSkeleton() {
  const { t } = useTranslation('orderDetail');
  return (
    <>
      <output className={classes['head']} aria-label={t('page.loading')}>
        <div>
          <Skeleton h={24} w={280} maw="100%" my={4} />
          <Skeleton h={20} w={220} maw="100%" mt={8} />
        </div>
      </output>
      <Paper withBorder className={classes['sheet'] ?? ''} aria-hidden>
        <Skeleton h={20} w="60%" mb={32} />
        <div className={classes['placeholders']}>
          {['first', 'second'].map((column) => (
            <div key={column}>
              {['72%', '54%', '80%', '62%', '48%', '66%', '58%'].map((width) => (
                <Skeleton key={width} h={14} w={width} mb={12} />
              ))}
            </div>
          ))}
        </div>
      </Paper>
    </>
  );
}
