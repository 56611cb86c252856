import { Combobox, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FREE_SEARCH_MAX_LENGTH } from '@portage/contract/orders/order-list';
import { useTranslation } from '../i18n/i18n.ts';
import type { Translate } from '../i18n/translate.ts';
import { takeTypedAhead } from '../lib/typed-ahead.ts';
import { isPressed, isMac } from '../lib/use-shortcut.ts';
import optionClasses from './PaletteOptions.module.css';
import classes from './PaletteSearch.module.css';
import {
  type Command,
  nextOption,
  optionsOf,
  type PaletteOption,
  useFoundOrders,
  type FoundOrders,
  type OrdersToShow,
  usePaletteGroups,
} from './use-palette-groups.tsx';

interface PaletteStatusProps {
  readonly count: number;
  readonly found: FoundOrders;
}

/** Announced to screen readers, too. */
function PaletteStatus({ count, found }: PaletteStatusProps) {
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

function statusText(t: Translate<'palette'>, count: number, found: FoundOrders): string {
  if (found.search === undefined) return t('hint');
  if (found.isSearching) return t('searching');
  if (found.error) return t('searchFailed');
  if (count === 0) return t('nothing');
  return t(found.hasMore ? 'foundMany' : 'found', { count });
}

/** The search box names the current option by it. */
const optionElementId = (listId: string, option: PaletteOption) => `${listId}-${option.id}`;

interface PaletteSearchProps {
  readonly commands: readonly Command[];
  readonly onShowOrders: (orders: OrdersToShow) => void;
  readonly onDone: () => void;
}

export function PaletteSearch({ commands, onShowOrders, onDone }: PaletteSearchProps) {
  const { t } = useTranslation('palette');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [pointedAt, setPointedAt] = useState<string>();
  // Enter during loading counts once the search is over.
  const isEntered = useRef(false);
  const found = useFoundOrders(typed);
  const { groups, count } = usePaletteGroups({ typed, commands, found, onShowOrders });
  const options = optionsOf(groups);
  const current = options.find(({ id }) => id === pointedAt) ?? options[0];

  function pick({ run, staysOpen = false }: PaletteOption): void {
    if (!staysOpen) onDone();
    run();
  }

  useEffect(() => {
    if (!isEntered.current || found.isSearching) return;
    isEntered.current = false;
    if (current) pick(current);
  });

  /** Typed while the palette loaded. */
  function takeOver(): void {
    const ahead = takeTypedAhead();
    setTyped((text) => text + ahead.text);
    isEntered.current = ahead.isEntered;
  }

  function moveBy(step: 1 | -1): void {
    const next = nextOption(options, current, step);
    if (!next) return;
    flushSync(() => setPointedAt(next.id));
    document.getElementById(optionElementId(listId, next))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') moveBy(1);
    else if (event.key === 'ArrowUp') moveBy(-1);
    else if (event.key === 'Enter' && current) pick(current);
    else if (isPressed('palette', event, isMac)) onDone();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        className={classes['line']}
        classNames={{ input: classes['input'] ?? '' }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element is a text line with a list
        role="combobox"
        aria-label={t('name')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current && optionElementId(listId, current)}
        data-autofocus
        placeholder={t('placeholder')}
        maxLength={FREE_SEARCH_MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={found.isSearching ? <Loader size="xs" /> : null}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPointedAt(undefined);
          isEntered.current = false;
        }}
        onFocus={takeOver}
        onKeyDown={onKeyDown}
      />
      <div className={classes['list']}>
        <Combobox>
          <Combobox.Options id={listId} aria-label={t('list')} className={optionClasses['list']}>
            {groups.map((group) => (
              <Combobox.Group
                key={group.name}
                label={group.name}
                classNames={{ groupLabel: optionClasses['group'] ?? '' }}
              >
                {group.options.map((option) => (
                  <Combobox.Option
                    key={option.id}
                    id={optionElementId(listId, option)}
                    value={option.id}
                    selected={option.id === current?.id}
                    aria-selected={option.id === current?.id}
                    className={optionClasses['option']}
                    onMouseMove={() => setPointedAt(option.id)}
                    onClick={() => pick(option)}
                  >
                    {option.content}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox>
        {options.length === 0 && <p className={classes['nothing']}>{t('searchedIn')}</p>}
      </div>
      <PaletteStatus count={count} found={found} />
    </>
  );
}
