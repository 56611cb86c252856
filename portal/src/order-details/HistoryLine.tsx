import type { FieldChange, HistoryEntry } from '@portage/contract/order-edits';
import { useTranslation } from 'react-i18next';
import type { Format } from '../lib/format.ts';
import { useFieldText } from './edit/use-field-text.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import classes from './OrderDetail.module.css';

interface HistoryLineProps {
  readonly entry: HistoryEntry;
  readonly format: Format;
}

/** Who is no person, by the names that histories have for them. */
const SYSTEMS: ReadonlySet<string> = new Set(['system', 'carrier', 'operator']);

/** Dots part the keys of a dictionary, so that actions have names of their own there. */
const ACTIONS = {
  'order.created': 'created',
  'order.edited': 'edited',
  'order.deleted': 'deleted',
  'order.restored': 'restored',
} as const;

/** One line of an order's history in words. */
export function HistoryLine({ entry, format }: HistoryLineProps) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const { nameOf, valueOf, statusName } = useFieldText();
  const { at, by, action, from, to, label, changes } = entry;
  const who = SYSTEMS.has(by) ? t(`history.by.${by as 'system' | 'carrier' | 'operator'}`) : by;

  function changeText({ field, from: before, to: after }: FieldChange): string {
    if (field === 'tags') {
      return after === undefined
        ? t('history.tagRemoved', { tag: before })
        : t('history.tagAdded', { tag: after });
    }
    return t('history.changed', {
      field: nameOf(field),
      from: valueOf(field, before),
      to: valueOf(field, after),
    });
  }

  function actionText(): string {
    if (action === 'order.status_changed') {
      return t('history.statusChanged', { from: statusName(from ?? ''), to: statusName(to ?? '') });
    }
    if (action !== 'label.printed') return t(`history.action.${ACTIONS[action]}`);
    const { version = 1, format: labelFormat = 'zpl' } = label ?? {};
    return t('history.labelPrinted', { version, format: t(`orders:print.format.${labelFormat}`) });
  }

  return (
    <li>
      <span className={classes['historyHead']}>
        <strong>{actionText()}</strong>
        <span className={classes['historyWho']}>
          {who} · <Timestamp at={at} format={format} />
        </span>
      </span>
      {changes.length > 0 && (
        <ul className={classes['plain']}>
          {changes.map((change) => (
            <li key={`${change.field} ${change.from} ${change.to}`}>{changeText(change)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
