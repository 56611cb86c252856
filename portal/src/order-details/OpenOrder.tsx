import { IconArrowUpRight } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import type { DetailTab } from './detail-tab.ts';
import classes from './OrderDetail.module.css';

interface OpenOrderProps {
  readonly id: string;
  readonly tab: DetailTab;
}

/** Leads from the list to the page of an order, which finds the way back. */
export function OpenOrder({ id, tab }: OpenOrderProps) {
  const { t } = useTranslation('orderDetail');
  const ordersAddress = useSearch({ from: '/signed-in/orders' });
  return (
    <Link
      to={paths.order()}
      params={{ id }}
      search={{ tab }}
      state={{ ordersAddress }}
      className={classes['open'] ?? ''}
    >
      {t('page.open')}
      <IconArrowUpRight size={16} aria-hidden />
    </Link>
  );
}
