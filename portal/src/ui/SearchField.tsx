import { Combobox, Loader, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import classes from './SearchField.module.css';

interface Found {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
}

interface SearchFieldProps<Item extends Found> {
  readonly label: string;
  readonly help: string;
  readonly listLabel: string;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Undefined while unknown. */
  readonly items: readonly Item[] | undefined;
  readonly isSearching: boolean;
  /** Enter takes the first item only while true. */
  readonly isCurrent: boolean;
  readonly notice?: ReactNode;
  readonly onPick: (item: Item) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
  readonly maxLength: number;
}

export function SearchField<Item extends Found>(props: SearchFieldProps<Item>) {
  const { t } = useTranslation();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const items = props.items ?? [];
  const isEmpty = items.length === 0;
  const isTyped = props.text.trim() !== '';
  const { selectFirstOption, dropdownOpened } = combobox;
  const mayTakeFirst = isTyped && props.isCurrent && dropdownOpened;
  /** Text whose Enter came before its results. */
  const awaited = useRef<string>(undefined);

  const outcome = isEmpty
    ? !props.isSearching && props.notice
    : mayTakeFirst && t('searched', { count: items.length, first: items[0]?.label });

  function pick(item: Item): void {
    combobox.closeDropdown();
    props.onPick(item);
  }
  const pickAwaited = useEffectEvent(() => {
    const [only, ...others] = items;
    const isAwaited = awaited.current === props.text;
    awaited.current = undefined;
    if (isAwaited && only && others.length === 0) pick(only);
  });

  useEffect(() => {
    if (!mayTakeFirst) return;
    // After the options are rendered.
    selectFirstOption();
    pickAwaited();
  }, [mayTakeFirst, selectFirstOption]);

  /** Enter waits for results instead of submitting the form or picking an earlier one. */
  function awaitOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!isTyped || !dropdownOpened) return;
    event.preventDefault();
    if (props.isCurrent) return;
    combobox.resetSelectedOption();
    awaited.current = props.text;
  }

  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      shadow="md"
      onOptionSubmit={(id) => {
        const item = items.find((one) => one.id === id);
        if (item) pick(item);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={props.label}
          description={props.help}
          value={props.text}
          maxLength={props.maxLength}
          autoComplete="off"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={props.isSearching ? <Loader size="xs" /> : null}
          onChange={(event) => {
            props.onTextChange(event.currentTarget.value);
            combobox.resetSelectedOption();
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onKeyDown={awaitOnEnter}
          onPaste={props.onPaste}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <VisuallyHidden component="output">{dropdownOpened && outcome}</VisuallyHidden>
      <Combobox.Dropdown hidden={isEmpty && !props.notice}>
        <Combobox.Options mah={288} style={{ overflowY: 'auto' }} aria-label={props.listLabel}>
          {items.map(({ id, label, description }) => (
            <Combobox.Option key={id} value={id}>
              <Text size="sm">{label}</Text>
              {description !== undefined && (
                <span className={classes['description']}>{description}</span>
              )}
            </Combobox.Option>
          ))}
          {isEmpty && <Combobox.Empty>{props.notice}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
