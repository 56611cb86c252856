import { SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { useFormat } from '../lib/use-format.ts';
import { sameDayCutoffQuery } from '../order/order-calls.ts';
import { workQuery, workSearch } from '../order/work-views.ts';
import { paths } from '../paths.ts';
import classes from './Dashboard.module.css';
import '@mantine/core/styles/SimpleGrid.layer.css';

const SHOWN = ['toPrepare', 'needsAttention', 'ready', 'onTheWay', 'failedDeliveries'] as const;

/** What there is to do today: each number opens the list of its orders. */
export function TodaysWork() {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  const { data: work, error, refetch } = useQuery(workQuery);
  return (
    <section aria-labelledby="todays-work">
      <div className={classes['head']}>
        <Title order={2} size="h3" id="todays-work">
          {t('work.title')}
        </Title>
        <Cutoff />
      </div>
      {error && !work ? (
        <LoadFailed title={t('work.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} spacing="sm">
          {SHOWN.map((view) => (
            <Link
              key={view}
              to={paths.orders()}
              search={workSearch(view)}
              className={classes['number'] ?? ''}
              data-alert={
                (view === 'needsAttention' || view === 'failedDeliveries') &&
                (work?.[view] ?? 0) > 0
              }
            >
              <strong>{work ? number(work[view]) : '–'}</strong>
              <span>{t(`work.${view}`)}</span>
              {view === 'toPrepare' && work && work.toPrepareSameDay > 0 && (
                <small>{t('work.sameDay', { count: work.toPrepareSameDay })}</small>
              )}
            </Link>
          ))}
        </SimpleGrid>
      )}
    </section>
  );
}

function Cutoff() {
  const { t } = useTranslation('dashboard');
  const format = useFormat(useMerchant().data?.timeZone);
  const { data: cutoff } = useQuery(sameDayCutoffQuery);
  if (!cutoff) return null;
  const time = format.timeInZone(cutoff.closesAt);
  return (
    <Text size="sm" c="dimmed">
      {cutoff.isToday
        ? t('work.cutoff', { time })
        : t('work.cutoffOn', { time, day: format.weekday(cutoff.closesAt) })}
    </Text>
  );
}
