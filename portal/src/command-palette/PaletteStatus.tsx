import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import classes from './PaletteSearch.module.css';
import type { FoundOrders } from './use-found-orders.ts';

interface PaletteStatusProps {
  /** How many commands match and orders are shown. */
  readonly count: number;
  readonly found: FoundOrders;
}

/** Says what was found, also to those who do not see it, and which keys there are. */
export function PaletteStatus({ count, found }: PaletteStatusProps) {
  const { t } = useTranslation('palette');
  return (
    <div className={classes['status']}>
      <output>{statusText(t, count, found)}</output>
      <span className={classes['keys']} aria-hidden>
        {t('keys')}
      </span>
    </div>
  );
}

function statusText(t: TFunction<'palette'>, count: number, found: FoundOrders): string {
  if (found.search === undefined) return t('hint');
  if (found.isSearching) return t('searching');
  if (found.error) return t('searchFailed');
  if (count === 0) return t('nothing');
  return t(found.hasMore ? 'foundMany' : 'found', { count });
}
