import { Title } from '@mantine/core';
import {
  IconAddressBook,
  IconBuildingStore,
  IconFileImport,
  IconList,
  IconPackageExport,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { LinkTiles } from '../ui/LinkTiles.tsx';
import { useIsMobile } from '../ui/use-is-mobile.ts';

/** A tile a page; its texts are under its name in the dictionary. */
const tiles = [
  { name: 'newOrder', to: paths.newOrder(), Icon: IconPackageExport, isOnMobile: true },
  { name: 'bulkNew', to: paths.bulkNew(), Icon: IconFileImport, isOnMobile: true },
  { name: 'orders', to: paths.orders(), Icon: IconList, isOnMobile: true },
  { name: 'merchantInfo', to: paths.merchantInfo(), Icon: IconBuildingStore, isOnMobile: true },
  { name: 'addressBook', to: paths.addressBook(), Icon: IconAddressBook, isOnMobile: true },
  { name: 'integrations', to: paths.integrations(), Icon: IconPlugConnected, isOnMobile: false },
] as const;

/** Where a merchant lands: one tile for each thing there is to do (spec 1 §2). */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const isMobile = useIsMobile();
  const offered = tiles.filter(({ isOnMobile }) => isOnMobile || !isMobile);
  return (
    <>
      <Title order={1} mb="md">
        {t('title')}
      </Title>
      <LinkTiles
        tiles={offered.map(({ name, to, Icon }) => ({
          to,
          Icon,
          title: t(`${name}.title`),
          text: t(`${name}.text`),
        }))}
      />
    </>
  );
}
