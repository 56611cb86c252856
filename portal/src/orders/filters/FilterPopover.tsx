import { Button, VisuallyHidden } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { IconFilter } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useCodeSoon } from '../../ui/use-fetch-soon.ts';
import { loadListTools } from '../load-list-tools.ts';
import type { FilterControlProps } from './filter-control.ts';
import classes from './FilterPopover.module.css';
import { countInForce, POPOVER_FILTERS, withoutFilters } from './filters-in-force.ts';

interface FilterPopoverProps extends FilterControlProps {
  /** Undefined until it is known. */
  readonly merchant: Merchant | undefined;
  readonly buttonRef: Ref<HTMLButtonElement>;
}

/**
 * The button of wide screens that opens the filters that do not stand beside it. They are a popover of
 * the browser's own, mostly drawn before it is asked for: a click only has to show it.
 */
export function FilterPopover({ merchant, filter, onChange, buttonRef }: FilterPopoverProps) {
  const { t } = useTranslation('orderFilters');
  const id = useId();
  const popover = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const tools = useCodeSoon(loadListTools, isOpen);
  // Drawn after everything that shows at once.
  const drawnFor = useDeferredValue(tools && merchant, undefined);
  const isDrawn = drawnFor !== undefined;
  // The keyboard goes to the first filter; it comes back to the button by itself.
  useEffect(() => {
    if (isOpen && isDrawn) popover.current?.querySelector('input')?.focus();
  }, [isOpen, isDrawn]);
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
        ref={popover}
        id={id}
        popover="auto"
        aria-label={t('name')}
        className={classes['dropdown']}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDownCapture={keepOpenForList}
      >
        {tools && drawnFor && (
          <tools.FilterFields merchant={drawnFor} filter={filter} onChange={onChange} />
        )}
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

/** The first Escape closes the list that a field has open, and the next one the filters. */
function keepOpenForList(event: KeyboardEvent): void {
  const { key, target } = event;
  const hasListOpen = target instanceof Element && target.ariaExpanded === 'true';
  if (key === 'Escape' && hasListOpen) event.preventDefault();
}
