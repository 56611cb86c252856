import { Autocomplete, Button } from '@mantine/core';
import type { Ref } from 'react';
import { LONGEST_TAG } from '@portage/contract/orders/new-order';
import { useTranslation } from '../../i18n/i18n.ts';
import classes from '../OrderDetail.module.css';

interface AddTagProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly suggestions: string[];
  readonly typed: string;
  readonly error: string | undefined;
  readonly onType: (text: string) => void;
  readonly onAdd: (text: string) => void;
}

/** Loaded after the order shows. */
export function AddTag({ ref, suggestions, typed, error, onType, onAdd }: AddTagProps) {
  const { t } = useTranslation('orderDetail');
  return (
    <form
      className={classes['adding']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(typed);
      }}
    >
      <Autocomplete
        ref={ref}
        className={classes['field'] ?? ''}
        size="xs"
        aria-label={t('tags.add')}
        placeholder={t('tags.add')}
        required
        data={suggestions}
        comboboxProps={{ withinPortal: false, keepMounted: false }}
        // A list would cover the text below after each tag.
        openOnFocus={false}
        maxLength={LONGEST_TAG}
        value={typed}
        error={error}
        onChange={onType}
        onOptionSubmit={onAdd}
      />
      <Button type="submit" size="xs" variant="default">
        {t('tags.addAction')}
      </Button>
    </form>
  );
}
