import { Stack, Title, SimpleGrid, Text } from '@mantine/core';
import {
  IconAddressBook,
  IconBuildingStore,
  IconFileImport,
  IconList,
  IconPackageExport,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { WorkCounts } from '@portage/contract/merchants/dashboard';
import { useTranslation } from '../i18n/i18n.ts';
import { useFormat } from '../lib/format.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant, useMerchantFormat } from '../lib/merchant.ts';
import { writeFilter } from '../order/order-address.ts';
import {
  orderCountQuery,
  sameDayCutoffQuery,
  workFilters,
  workQuery,
} from '../order/order-calls.ts';
import { ShipByCount } from '../order/ShipBy.tsx';
import { paths } from '../paths.ts';
import { LinkTiles } from '../ui/LinkTiles.tsx';
import { useIsPhone } from '../ui/use-is-mobile.ts';
import classes from './Dashboard.module.css';
import { LastDays } from './LastDays.tsx';

const SHOWN = ['toPrepare', 'needsAttention', 'ready', 'onTheWay'] as const;

function TodaysWork() {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  const query = useQuery(workQuery);
  const { data: work, error } = query;
  return (
    <section aria-labelledby="todays-work">
      <div className={classes['head']}>
        <Title order={2} size="h3" id="todays-work">
          {t('work.title')}
        </Title>
        {work && <DueOrCutoff work={work} />}
      </div>
      {error && !work ? (
        <LoadFailed title={t('work.loadFailed')} query={query} />
      ) : (
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
          {SHOWN.map((view) => (
            <Link
              key={view}
              to={paths.orders()}
              search={writeFilter(workFilters[view])}
              className={classes['number'] ?? ''}
              data-alert={view === 'needsAttention' && (work?.[view] ?? 0) > 0}
            >
              <strong>{work ? number(work[view]) : '–'}</strong>
              <span>{t(`work.${view}`)}</span>
            </Link>
          ))}
        </SimpleGrid>
      )}
    </section>
  );
}

/** Counts down to the next ship-by time, and leads to its orders; without any, the cutoff. */
function DueOrCutoff({ work }: { readonly work: WorkCounts }) {
  const timeZone = useMerchant().data?.timeZone;
  if (timeZone === undefined) return null;
  if (work.late + work.dueNext === 0) return <Cutoff />;
  return (
    <Link
      to={paths.orders()}
      search={writeFilter(workFilters.toPrepare)}
      className={classes['due'] ?? ''}
    >
      <ShipByCount work={work} />
    </Link>
  );
}

function Cutoff() {
  const { t } = useTranslation('dashboard');
  const format = useMerchantFormat();
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

const tiles = [
  { name: 'newOrder', to: paths.newOrder(), Icon: IconPackageExport, isOnMobile: true },
  { name: 'bulkNew', to: paths.bulkNew(), Icon: IconFileImport, isOnMobile: true },
  { name: 'orders', to: paths.orders(), Icon: IconList, isOnMobile: true },
  { name: 'merchantInfo', to: paths.merchantInfo(), Icon: IconBuildingStore, isOnMobile: true },
  { name: 'addressBook', to: paths.addressBook(), Icon: IconAddressBook, isOnMobile: true },
  { name: 'integrations', to: paths.integrations(), Icon: IconPlugConnected, isOnMobile: false },
] as const;

/** Orders after which a merchant needs no steps. */
const NEWCOMERS_ORDERS = 10;

/** Loaded for newcomers only. */
const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }));

/** Spec 1 §2. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const isPhone = useIsPhone();
  const offered = tiles.filter(({ isOnMobile }) => isOnMobile || !isPhone);
  // Known as soon as any count is zero.
  const { data: orders } = useQuery(orderCountQuery({}));
  const isNew = orders?.count === 0;
  return (
    <Stack gap="lg">
      <Title order={1}>{t('title')}</Title>
      {orders && orders.count < NEWCOMERS_ORDERS && (
        <Suspense>
          <FirstSteps orders={orders.count} />
        </Suspense>
      )}
      {!isNew && <TodaysWork />}
      <LinkTiles
        tiles={offered.map(({ name, to, Icon }) => ({
          to,
          Icon,
          title: t(`${name}.title`),
          text: t(`${name}.text`),
        }))}
      />
      {!isNew && <LastDays />}
    </Stack>
  );
}
