import { Input, SegmentedControl, TagsInput } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import { LONGEST_TAG, MOST_TAGS } from '@portage/contract/tags';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterControlProps } from './filter-control.ts';
import classes from './FilterFields.module.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

/** Stands between tags in the address and in the call, so no tag that is asked for may have it. */
const DIVIDER = ',';

interface TagsFilterProps extends FilterControlProps {
  readonly merchant: Merchant;
}

/** Chooses orders with any of some tags, or with none of them. */
export function TagsFilter({ merchant, filter, onChange }: TagsFilterProps) {
  const { t } = useTranslation('orderFilters');
  const id = useId();

  function choose(typed: readonly string[]): void {
    const tags = typed.flatMap((one) => one.split(DIVIDER)).map((tag) => tag.trim());
    const chosen = [...new Set(tags)].filter((tag) => tag !== '').slice(0, MOST_TAGS);
    onChange({ ...filter, tags: chosen.length > 0 ? chosen : undefined });
  }

  return (
    <div>
      <div className={classes['tagsHead']}>
        <Input.Label htmlFor={id}>{t('filter.tags')}</Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={t('tags.mode')}
          value={filter.withoutTags ? 'without' : 'with'}
          onChange={(mode) =>
            onChange({ ...filter, withoutTags: mode === 'without' ? true : undefined })
          }
          data={[
            { value: 'with', label: t('tags.with') },
            { value: 'without', label: t('tags.without') },
          ]}
        />
      </div>
      <TagsInput
        id={id}
        classNames={{ input: classes['tagsInput'] ?? '' }}
        placeholder={filter.tags ? undefined : t('tags.placeholder')}
        data={merchant.orderTags.filter((tag) => !tag.includes(DIVIDER))}
        comboboxProps={{ withinPortal: false }}
        splitChars={[DIVIDER]}
        maxTags={MOST_TAGS}
        maxLength={LONGEST_TAG}
        value={filter.tags ?? []}
        onChange={choose}
      />
    </div>
  );
}
