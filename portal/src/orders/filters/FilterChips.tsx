import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { FilterControlProps } from './filter-control.ts';
import type { NamedFilter } from './filter-words.ts';
import { filtersInForce, searchAlone, withoutFilter } from './filters-in-force.ts';
import classes from './OrderFilters.module.css';

interface FilterChipsProps extends FilterControlProps {
  /** Where the keyboard goes when the last chip is gone. */
  readonly focusAfterLast: RefObject<HTMLButtonElement | null>;
}

/** The filters in force in words, each removed by a click, Delete or Backspace. */
export function FilterChips({ filter, onChange, focusAfterLast }: FilterChipsProps) {
  const { t } = useTranslation('orderFilters');
  const locale = useLocale();
  const format = useFormat();
  const buttons = useRef(new Map<NamedFilter, HTMLButtonElement>());
  const chips = filtersInForce(filter, { t, locale, format });
  if (chips.length === 0) return null;

  function remove(index: number): void {
    const removed = chips[index];
    if (!removed) return;
    const neighbour = chips[index + 1] ?? chips[index - 1];
    const next = neighbour ? buttons.current.get(neighbour.name) : focusAfterLast.current;
    next?.focus();
    onChange(withoutFilter(filter, removed.name));
  }

  const removeByKey = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    remove(index);
  };

  return (
    <div className={classes['chips']}>
      <ul className={classes['chipList']} aria-label={t('chips')}>
        {chips.map(({ name, words }, index) => (
          <li key={name}>
            <button
              ref={(button) => {
                if (button) buttons.current.set(name, button);
                return () => {
                  buttons.current.delete(name);
                };
              }}
              type="button"
              className={classes['chip']}
              aria-label={t('remove', { filter: words })}
              title={words}
              onClick={() => remove(index)}
              onKeyDown={(event) => removeByKey(event, index)}
            >
              <span className={classes['chipWords']}>{words}</span>
              <IconX size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Button
        size="compact-sm"
        variant="subtle"
        flex="none"
        onClick={() => {
          focusAfterLast.current?.focus();
          onChange(searchAlone(filter));
        }}
      >
        {t('clearAll')}
      </Button>
    </div>
  );
}
