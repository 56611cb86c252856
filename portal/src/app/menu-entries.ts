import { IconLayoutDashboard, IconList, IconPlus } from '@tabler/icons-react';
import { paths } from '../paths.ts';

/** The pages of the main menu, in its order; `title` is the page's name under `pageTitle`. */
export const menuEntries = [
  { title: 'dashboard', to: paths.dashboard(), Icon: IconLayoutDashboard },
  { title: 'orders', to: paths.orders(), Icon: IconList },
  { title: 'newOrder', to: paths.newOrder(), Icon: IconPlus },
] as const;
