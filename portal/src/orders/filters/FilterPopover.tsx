import { Button, Popover, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Merchant } from '@portage/contract/merchants';
import { IconFilter } from '@tabler/icons-react';
import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterControlProps } from './filter-control.ts';
import { FilterFields } from './FilterFields.tsx';
import classes from './OrderFilters.module.css';
import { countInForce, POPOVER_FILTERS, withoutFilters } from './filters-in-force.ts';

interface FilterPopoverProps extends FilterControlProps {
  /** Undefined until it is known. */
  readonly merchant: Merchant | undefined;
  readonly buttonRef: Ref<HTMLButtonElement>;
}

/** The button of wide screens that opens the filters that do not stand beside it. */
export function FilterPopover({ merchant, filter, onChange, buttonRef }: FilterPopoverProps) {
  const { t } = useTranslation('orderFilters');
  const [isOpen, popover] = useDisclosure();
  const count = countInForce(filter, POPOVER_FILTERS);

  /** The first Escape closes the list that a field has open, and the next one the filters. */
  function closeByEscape({ key, target }: KeyboardEvent): void {
    const hasListOpen = target instanceof Element && target.ariaExpanded === 'true';
    if (key === 'Escape' && !hasListOpen) popover.close();
  }

  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && popover.close()}
      position="bottom-end"
      width={760}
      shadow="md"
      trapFocus
      returnFocus
      closeOnEscape={false}
      // Drawn out of sight once nothing else is to be done, so that a click only has to show it.
      keepMounted
      middlewares={{ shift: true, flip: false, size: true }}
    >
      <Popover.Target>
        <Button
          ref={buttonRef}
          variant="default"
          fw={500}
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
          onClick={popover.toggle}
        >
          {t('name')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown']} onKeyDownCapture={closeByEscape}>
        {merchant && <FilterFields merchant={merchant} filter={filter} onChange={onChange} />}
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
      </Popover.Dropdown>
    </Popover>
  );
}
