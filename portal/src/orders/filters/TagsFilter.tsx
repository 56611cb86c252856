import { Input, SegmentedControl, TagsInput } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import type { ViewFilter } from '@portage/contract/order-views';
import { LONGEST_TAG, MOST_TAGS } from '@portage/contract/tags';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FilterFields.module.css';
import type { ChangePart } from './use-filter-part.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

/** Stands between tags in the address and in the call, so no tag that is asked for may have it. */
const DIVIDER = ',';

interface TagsFilterProps {
  readonly merchant: Merchant;
  readonly tags: ViewFilter['tags'];
  readonly withoutTags: ViewFilter['withoutTags'];
  readonly onChange: ChangePart;
}

/** Chooses orders with any of some tags, or with none of them. */
export function TagsFilter({ merchant, tags, withoutTags, onChange }: TagsFilterProps) {
  const { t } = useTranslation('orderFilters');
  const id = useId();

  function choose(typed: readonly string[]): void {
    const trimmed = typed.flatMap((one) => one.split(DIVIDER)).map((tag) => tag.trim());
    const chosen = [...new Set(trimmed)].filter((tag) => tag !== '').slice(0, MOST_TAGS);
    onChange({ tags: chosen.length > 0 ? chosen : undefined });
  }

  return (
    <div>
      <div className={classes['tagsHead']}>
        <Input.Label htmlFor={id}>{t('filter.tags')}</Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={t('tags.mode')}
          value={withoutTags ? 'without' : 'with'}
          onChange={(mode) => onChange({ withoutTags: mode === 'without' ? true : undefined })}
          data={[
            { value: 'with', label: t('tags.with') },
            { value: 'without', label: t('tags.without') },
          ]}
        />
      </div>
      <TagsInput
        id={id}
        classNames={{ input: classes['tagsInput'] ?? '' }}
        placeholder={tags ? undefined : t('tags.placeholder')}
        data={merchant.orderTags.filter((tag) => !tag.includes(DIVIDER))}
        comboboxProps={{ withinPortal: false, keepMounted: false }}
        splitChars={[DIVIDER]}
        maxTags={MOST_TAGS}
        maxLength={LONGEST_TAG}
        value={tags ?? []}
        onChange={choose}
      />
    </div>
  );
}
