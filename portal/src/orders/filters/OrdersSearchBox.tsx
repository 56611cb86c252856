import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FREE_SEARCH_MAX_LENGTH } from '@portage/contract/order-filter';
import { useShortcut, useSingleKeys } from '../../lib/use-shortcut.ts';
import classes from './OrderFilters.module.css';
import { useTypedSearch } from '../../lib/use-typed-search.ts';

interface OrdersSearchBoxProps {
  /** The search in force. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** The box that finds orders by any text (spec 1 §2); the key / leads into it. */
export function OrdersSearchBox({ search, onSearch }: OrdersSearchBoxProps) {
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
          // Out of sight rather than away: nothing is laid out anew by the first letter.
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
    />
  );
}
