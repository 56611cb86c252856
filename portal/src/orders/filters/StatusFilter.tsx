import type { OrderStatus } from '@portage/contract/order-status';
import type { ViewFilter } from '@portage/contract/order-views';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import badge from '../../order/OrderStatusBadge.module.css';
import { Choice } from './Choice.tsx';
import { statusWords } from './filter-words.ts';
import classes from './FilterFields.module.css';
import { statusGroups, STATUSES } from './status-groups.ts';
import type { ChangePart } from './use-filter-part.ts';

interface StatusFilterProps {
  readonly status: ViewFilter['status'];
  readonly onChange: ChangePart;
}

/** Chooses statuses, one by one or a whole group at once; each has the colour of its badge. */
export function StatusFilter({ status: inForce, onChange }: StatusFilterProps) {
  const { t } = useTranslation('orderFilters');
  const locale = useLocale();
  const chosen = new Set(inForce);

  function choose(statuses: readonly OrderStatus[], isChosen: boolean): void {
    const status = STATUSES.filter((one) => (statuses.includes(one) ? isChosen : chosen.has(one)));
    onChange({ status: status.length > 0 ? status : undefined });
  }

  return (
    <fieldset className={classes['fieldset']}>
      <legend className={classes['legend']}>{t('filter.status')}</legend>
      {statusGroups.map(({ group, statuses }) => {
        const count = statuses.filter((status) => chosen.has(status)).length;
        return (
          <div key={group} className={classes['group']}>
            {statuses.length > 1 ? (
              <Choice
                isChosen={count === statuses.length}
                isPartly={count > 0 && count < statuses.length}
                onChoose={(isChosen) => choose(statuses, isChosen)}
              >
                {t(`statusGroup.${group}`)}
              </Choice>
            ) : (
              <span className={classes['groupName']}>{t(`statusGroup.${group}`)}</span>
            )}
            <div className={classes['choices']}>
              {statuses.map((status) => (
                <Choice
                  key={status}
                  isChosen={chosen.has(status)}
                  onChoose={(isChosen) => choose([status], isChosen)}
                >
                  <span className={badge['badge']} data-group={group}>
                    {statusWords(status, { t, locale })}
                  </span>
                </Choice>
              ))}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
