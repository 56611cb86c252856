import type { ViewFilter } from '@portage/contract/orders/order-views';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { workFilters, workQuery } from '../../order/work-views.ts';
import { paths } from '../../paths.ts';
import { writeFilter } from '../filters/order-address.ts';
import { isSameFilter } from './order-views.ts';
import classes from './OrderViews.module.css';

/** The router marks a link itself, and would mark one without filters wherever filters are. */
const EXACTLY = { exact: true } as const;

const VIEWS = ['toPrepare', 'needsAttention', 'toPrint', 'ready', 'onTheWay'] as const;

/** The views that every merchant has, each with how many orders it lists now. */
export function WorkViews({ filter }: { readonly filter: ViewFilter }) {
  const { t } = useTranslation('orderViews');
  const { number } = useFormat();
  const { data: counts } = useQuery(workQuery);
  return (
    <nav className={classes['workViews']} aria-label={t('work.name')}>
      {VIEWS.map((view) => (
        <Link
          key={view}
          to={paths.orders()}
          search={{ ...writeFilter(workFilters[view]) }}
          activeOptions={EXACTLY}
          className={classes['view'] ?? ''}
          aria-current={isSameFilter(filter, workFilters[view]) ? 'page' : undefined}
          data-alert={view === 'needsAttention' && (counts?.needsAttention ?? 0) > 0}
        >
          {t(`work.${view}`)}
          {counts && <span className={classes['count']}>{number(counts[view])}</span>}
        </Link>
      ))}
      <Link
        to={paths.orders()}
        search={{}}
        activeOptions={EXACTLY}
        className={classes['view'] ?? ''}
        aria-current={isSameFilter(filter, {}) ? 'page' : undefined}
      >
        {t('work.all')}
      </Link>
    </nav>
  );
}
