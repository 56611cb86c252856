import {
  IconAddressBook,
  IconBuildingStore,
  IconFileImport,
  IconKey,
  IconLayoutDashboard,
  IconList,
  IconMapPin,
  IconPlugConnected,
  IconPlus,
  IconShoppingBag,
  IconTruckDelivery,
  IconUserCircle,
} from '@tabler/icons-react';
import { paths } from '../paths.ts';

/** `title` is the name under `pageTitle`. */
export const mainEntries = [
  { title: 'dashboard', to: paths.dashboard(), Icon: IconLayoutDashboard, isOnMobile: true },
  { title: 'orders', to: paths.orders(), Icon: IconList, isOnMobile: true },
  { title: 'newOrder', to: paths.newOrder(), Icon: IconPlus, isOnMobile: true },
  { title: 'addressBook', to: paths.addressBook(), Icon: IconAddressBook, isOnMobile: true },
  { title: 'bulkNew', to: paths.bulkNew(), Icon: IconFileImport, isOnMobile: true },
  { title: 'integrations', to: paths.integrations(), Icon: IconPlugConnected, isOnMobile: false },
] as const;

export const profileEntries = [
  { title: 'merchantInfo', to: paths.merchantInfo(), Icon: IconBuildingStore, isOnMobile: true },
  { title: 'shipFromLocations', to: paths.shipFromLocations(), Icon: IconMapPin, isOnMobile: true },
] as const;

export const accountEntry = {
  title: 'account',
  to: paths.account(),
  Icon: IconUserCircle,
  isOnMobile: true,
} as const;

export type MenuEntry =
  | (typeof mainEntries)[number]
  | (typeof profileEntries)[number]
  | typeof accountEntry;

export const innerEntries = [
  { title: 'shopOrders', to: paths.shopOrders(), Icon: IconShoppingBag, isOnMobile: true },
  { title: 'serviceUsers', to: paths.serviceUsers(), Icon: IconKey, isOnMobile: false },
  { title: 'shipstation', to: paths.shipstation(), Icon: IconTruckDelivery, isOnMobile: false },
] as const;
