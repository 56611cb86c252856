import { Indicator, CloseButton, TextInput, Button, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import {
  type ReactNode,
  type RefObject,
  type Ref,
  useRef,
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useState,
} from 'react';
import { FREE_SEARCH_MAX_LENGTH } from '@portage/contract/orders/order-list';
import type { ViewFilter } from '@portage/contract/orders/order-views';
import { useTranslation } from '../../i18n/i18n.ts';
import { useFormat } from '../../lib/format.ts';
import { useMerchant } from '../../lib/merchant.ts';
import { useTypedSearch } from '../../lib/use-search.ts';
import { useShortcut, useSingleKeys } from '../../lib/use-shortcut.ts';
import { useImport } from '../../order/import-progress.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useCodeSoon } from '../../ui/use-fetch-soon.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { loadListTools } from '../load-list-tools.ts';
import { workViewOf } from '../views/order-views.ts';
import {
  DayFilters,
  DeliveryTypeFilter,
  usePromptFilter,
  type FilterControlProps,
} from './filter-controls.tsx';
import {
  countInForce,
  filtersInForce,
  searchAlone,
  withoutFilter,
  type NamedFilter,
  POPOVER_FILTERS,
  withoutFilters,
} from './order-filters.ts';
import classes from './OrderFilters.module.css';

interface FilterPopoverProps extends FilterControlProps {
  readonly buttonRef: Ref<HTMLButtonElement>;
}

/** A native popover, drawn beforehand so that a click only shows it. */
function FilterPopover({ filter, onChange, buttonRef }: FilterPopoverProps) {
  const { data: merchant } = useMerchant();
  const { t } = useTranslation('orderFilters');
  const id = useId();
  const popover = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const tools = useCodeSoon(loadListTools, isOpen);
  // Drawn after everything that shows at once.
  const drawnFor = useDeferredValue(tools && merchant, undefined);
  const isDrawn = drawnFor !== undefined;
  // Focuses the first filter; the browser returns the focus to the button.
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
              {count} <VisuallyHidden>{t('inForce', { count })}</VisuallyHidden>
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

interface FilterChipsProps extends FilterControlProps {
  /** Receives the focus when the last chip is gone. */
  readonly focusAfterLast: RefObject<HTMLButtonElement | null>;
}

/** Names an import by its file and day; undefined until it is known. */
function useImportName(id: string | undefined): string | undefined {
  const { date } = useFormat();
  const { t } = useTranslation('orderFilters');
  const one = useImport(id);
  if (!one) return undefined;
  const { orderDetailsName: name = t('import.pasted'), createdAt } = one;
  return t('import.named', { name, date: date(createdAt) });
}

/** Share of a chip that must be visible. */
const SEEN_FROM = 0.9;

/** Counts the chips that have no room in their line, and scrolls to them. */
function CutChips({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('orderFilters');
  const [count, setCount] = useState(0);
  useEffect(() => {
    const cut = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          if (intersectionRatio < SEEN_FROM) cut.add(target);
          else cut.delete(target);
        }
        setCount(cut.size);
      },
      { root: list.current, threshold: SEEN_FROM },
    );
    for (const chip of list.current?.children ?? []) observer.observe(chip);
    return () => observer.disconnect();
  }, [list]);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={classes['more']}
      aria-label={t('more', { count })}
      title={t('more', { count })}
      onClick={() => scrollOn(list.current)}
    >
      {t('moreShort', { count })}
    </button>
  );
}

/** Scrolls on, and from the end to the beginning. */
function scrollOn(list: HTMLElement | null): void {
  if (!list) return;
  const { scrollLeft, clientWidth, scrollWidth } = list;
  const end = scrollLeft + clientWidth;
  list.scrollTo({ left: end >= scrollWidth - 1 ? 0 : end });
}

/** The filters in force in words, each removed by a click, Delete or Backspace. */
function FilterChips({ filter, onChange, focusAfterLast }: FilterChipsProps) {
  const { t, locale } = useTranslation('orderFilters');
  const format = useFormat();
  const buttons = useRef(new Map<NamedFilter, HTMLButtonElement>());
  const importName = useImportName(filter.import);
  const chips = filtersInForce(filter, { t, locale, format, importName });
  const list = useRef<HTMLUListElement>(null);
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
      <ul ref={list} className={classes['chipList']} aria-label={t('chips')}>
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
      <CutChips key={chips.map(({ name, words }) => `${name} ${words}`).join()} list={list} />
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

interface OrdersSearchBoxProps {
  /** The search in force. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** The box that finds orders by any text (spec 1 §2); the key / leads into it. */
function OrdersSearchBox({ search, onSearch }: OrdersSearchBoxProps) {
  const { t } = useTranslation('orders');
  const input = useRef<HTMLInputElement>(null);
  const { typed, change } = useTypedSearch(search, onSearch);
  const focus = () => input.current?.focus();
  useShortcut('search', focus);
  const [singleKeysAreOn] = useSingleKeys();

  return (
    <TextInput
      ref={input}
      type="search"
      className={classes['search']}
      aria-label={t('search.name')}
      {...(singleKeysAreOn && { 'aria-keyshortcuts': '/' })}
      placeholder={t('search.placeholder')}
      maxLength={FREE_SEARCH_MAX_LENGTH}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        <CloseButton
          size="sm"
          // Hidden rather than removed, so that the first letter moves nothing.
          style={{ visibility: typed === '' ? 'hidden' : 'visible' }}
          aria-label={t('search.clear')}
          onClick={() => {
            change('');
            focus();
          }}
        />
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      // A scanner ends with Enter; the next code replaces this one.
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        const isCode = /^\S*\d\S*$/.test(currentTarget.value);
        if (key === 'Enter' && !nativeEvent.isComposing && isCode) currentTarget.select();
      }}
    />
  );
}

interface FilterScreenProps extends FilterControlProps {
  /** The merchant's current day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly buttonRef: Ref<HTMLButtonElement>;
}

/** The button of narrow screens that opens all filters over the whole window. */
function FilterScreen(props: FilterScreenProps) {
  const { buttonRef, ...control } = props;
  const { data: merchant } = useMerchant();
  const { t } = useTranslation('orderFilters');
  const [isOpen, screen] = useDisclosure();
  const tools = useCodeSoon(loadListTools, isOpen);
  const count = countInForce(control.filter);
  return (
    <>
      <Indicator label={count} disabled={count === 0} size={18} offset={4} zIndex={1}>
        <IconButton
          ref={buttonRef}
          Icon={IconFilter}
          label={count > 0 ? t('nameInForce', { count }) : t('name')}
          title={undefined}
          disabled={!merchant}
          onClick={screen.open}
        />
      </Indicator>
      {merchant && tools && (
        <tools.FilterDialog
          merchant={merchant}
          isOpen={isOpen}
          onClose={screen.close}
          {...control}
        />
      )}
    </>
  );
}

interface OrderFiltersProps {
  readonly filter: ViewFilter;
  /** Lists other orders; typing replaces earlier text. */
  readonly onChange: (next: ViewFilter, how?: { readonly replace: boolean }) => void;
  /** The merchant's current day, `YYYY-MM-DD`. */
  readonly today: string;
  /** The button that opens the filters; takes the focus of removed elements. */
  readonly filterButton: RefObject<HTMLButtonElement | null>;
  /** Stands at the end of their line, or above it on narrow screens. */
  readonly children: ReactNode;
  readonly bar: ReactNode;
}

/** The controls that filter the list (spec 1 §2), and the active filters. */
export function OrderFilters(props: OrderFiltersProps) {
  const { filter, today, filterButton } = props;
  const isNarrow = useIsMobile();
  const control = usePromptFilter({ filter, onChange: (next) => props.onChange(next) });
  return (
    <>
      <div className={classes['filters']}>
        <OrdersSearchBox
          search={filter.search ?? ''}
          onSearch={(search) =>
            props.onChange({ ...filter, search: search || undefined }, { replace: true })
          }
        />
        {isNarrow ? (
          <FilterScreen today={today} buttonRef={filterButton} {...control} />
        ) : (
          <>
            <DayFilters today={today} {...control} />
            <DeliveryTypeFilter {...control} />
            <FilterPopover buttonRef={filterButton} {...control} />
          </>
        )}
        <div className={classes['aside']}>{props.children}</div>
      </div>
      <div className={classes['bar']}>
        {workViewOf(filter) === undefined && (
          <FilterChips focusAfterLast={filterButton} {...control} />
        )}
        {props.bar}
      </div>
    </>
  );
}
