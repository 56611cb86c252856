import { Stack, Title } from '@mantine/core';
import {
  IconAddressBook,
  IconBuildingStore,
  IconFileImport,
  IconList,
  IconPackageExport,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orderCountQuery } from '../order/order-calls.ts';
import { paths } from '../paths.ts';
import { LinkTiles } from '../ui/LinkTiles.tsx';
import { useIsMobile } from '../ui/use-is-mobile.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { LastDays } from './LastDays.tsx';
import { TodaysWork } from './TodaysWork.tsx';

/** A tile a page; its texts are under its name in the dictionary. */
const tiles = [
  { name: 'newOrder', to: paths.newOrder(), Icon: IconPackageExport, isOnMobile: true },
  { name: 'bulkNew', to: paths.bulkNew(), Icon: IconFileImport, isOnMobile: true },
  { name: 'orders', to: paths.orders(), Icon: IconList, isOnMobile: true },
  { name: 'merchantInfo', to: paths.merchantInfo(), Icon: IconBuildingStore, isOnMobile: true },
  { name: 'addressBook', to: paths.addressBook(), Icon: IconAddressBook, isOnMobile: true },
  { name: 'integrations', to: paths.integrations(), Icon: IconPlugConnected, isOnMobile: false },
] as const;

/** Where a merchant lands: today's work, a tile for each thing there is to do (spec 1 §2), the last days. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const isMobile = useIsMobile();
  const offered = tiles.filter(({ isOnMobile }) => isOnMobile || !isMobile);
  // A merchant that has any order has one somewhere: as soon as it is known that it has none.
  const { data: orders } = useQuery(orderCountQuery({}));
  const isNew = orders?.count === 0;
  return (
    <Stack gap="lg">
      <Title order={1}>{t('title')}</Title>
      {isNew ? <FirstSteps /> : <TodaysWork />}
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
