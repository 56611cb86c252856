import { Autocomplete, Button, CloseButton } from '@mantine/core';
import { orderCan } from '@portage/contract/order-permissions';
import type { Order } from '@portage/contract/orders';
import { LONGEST_TAG, MOST_TAGS } from '@portage/contract/tags';
import { cleanLine } from '@portage/contract/text';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMerchant } from '../../lib/merchant.ts';
import classes from './OrderTags.module.css';
import { useTagEdits } from './use-tag-edits.tsx';
import '@mantine/core/styles/Combobox.layer.css';

/** The tags of an order, added and taken off one at a time; the merchant's own are suggested. */
export function OrderTags({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['orderDetail', 'errors']);
  const merchantTags = useMerchant().data?.orderTags ?? [];
  const field = useRef<HTMLInputElement>(null);
  const focusField = () => field.current?.focus();
  const [typed, setTyped] = useState('');
  const { tags, add, remove } = useTagEdits(order, {
    onUndo: focusField,
    // What failed is not to be typed again, unless the next one is being typed already.
    onNotAdded: (tag) => setTyped((present) => present || tag),
  });
  const [error, setError] = useState<string>();
  const canTag = orderCan.tag(order).allowed;

  function submit(text: string): void {
    const tag = cleanLine(text);
    focusField();
    if (tag === '') {
      setError(t('errors:error.noTag'));
      return;
    }
    setTyped('');
    setError(undefined);
    if (!tags.includes(tag)) add(tag);
  }

  return (
    <div className={classes['editor']}>
      {tags.length > 0 && (
        <ul className={classes['tags']} aria-label={t('tags.name')}>
          {tags.map((tag) => (
            <li key={tag} className={classes['tag']}>
              {tag}
              {canTag && (
                <CloseButton
                  size={24}
                  iconSize={14}
                  aria-label={t('tags.remove', { tag })}
                  onClick={() => {
                    focusField();
                    remove(tag);
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canTag && tags.length < MOST_TAGS && (
        <form
          className={classes['adding']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit(typed);
          }}
        >
          <Autocomplete
            ref={field}
            className={classes['field'] ?? ''}
            size="xs"
            aria-label={t('tags.add')}
            placeholder={t('tags.add')}
            required
            data={merchantTags.filter((tag) => !tags.includes(tag))}
            comboboxProps={{ withinPortal: false, keepMounted: false }}
            // The focus comes back to it after every tag: a list would cover what is said below.
            openOnFocus={false}
            maxLength={LONGEST_TAG}
            value={typed}
            error={error}
            onChange={(text) => {
              setTyped(text);
              setError(undefined);
            }}
            onOptionSubmit={submit}
          />
          <Button type="submit" size="xs" variant="default">
            {t('tags.addAction')}
          </Button>
        </form>
      )}
    </div>
  );
}
