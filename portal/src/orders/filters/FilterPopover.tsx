import { Button, VisuallyHidden } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import { IconFilter } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, type ToggleEvent, useDeferredValue, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterControlProps } from './filter-control.ts';
import { FilterFields } from './FilterFields.tsx';
import classes from './FilterPopover.module.css';
import { countInForce, POPOVER_FILTERS, withoutFilters } from './filters-in-force.ts';

interface FilterPopoverProps extends FilterControlProps {
  /** Undefined until it is known. */
  readonly merchant: Merchant | undefined;
  readonly buttonRef: Ref<HTMLButtonElement>;
}

/**
 * The button of wide screens that opens the filters that do not stand beside it. They are a popover of
 * the browser's own, drawn before it is asked for: a click only has to show it, and runs no script.
 */
export function FilterPopover({ merchant, filter, onChange, buttonRef }: FilterPopoverProps) {
  const { t } = useTranslation('orderFilters');
  const id = useId();
  // Drawn after everything that shows at once.
  const drawnFor = useDeferredValue(merchant, undefined);
  const count = countInForce(filter, POPOVER_FILTERS);
  return (
    <>
      <Button
        ref={buttonRef}
        variant="default"
        fw={500}
        className={classes['button'] ?? ''}
        leftSection={<IconFilter size={18} aria-hidden />}
        rightSection={
          count > 0 && (
            <span className={classes['number']}>
              <span aria-hidden>{count}</span>
              <VisuallyHidden>{t('inForce', { count })}</VisuallyHidden>
            </span>
          )
        }
        disabled={!merchant}
        popoverTarget={id}
        aria-haspopup="dialog"
      >
        {t('name')}
      </Button>
      <dialog
        id={id}
        popover="auto"
        aria-label={t('name')}
        className={classes['dropdown']}
        onToggle={focusFirst}
        onKeyDownCapture={keepOpenForList}
      >
        {drawnFor && <FilterFields merchant={drawnFor} filter={filter} onChange={onChange} />}
        <Button
          size="compact-sm"
          variant="subtle"
          mt="sm"
          // It keeps its place, so that nothing jumps under the pointer.
          style={{ visibility: count > 0 ? 'visible' : 'hidden' }}
          onClick={() => onChange(withoutFilters(filter, POPOVER_FILTERS))}
        >
          {t('clear')}
        </Button>
      </dialog>
    </>
  );
}

/** The keyboard goes to the first filter; it comes back to the button by itself. */
function focusFirst({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open') currentTarget.querySelector('input')?.focus();
}

/** The first Escape closes the list that a field has open, and the next one the filters. */
function keepOpenForList(event: KeyboardEvent): void {
  const { key, target } = event;
  const hasListOpen = target instanceof Element && target.ariaExpanded === 'true';
  if (key === 'Escape' && hasListOpen) event.preventDefault();
}
