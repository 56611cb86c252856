import { Autocomplete } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangePart } from './use-filter-part.ts';
import '@mantine/core/styles/Combobox.layer.css';

interface DisplayNameFilterProps {
  readonly merchant: Merchant;
  readonly displayName: string | undefined;
  readonly onChange: ChangePart;
}

/** Chooses a display name of the merchant, or any other that orders were given, once it is typed. */
export function DisplayNameFilter(props: DisplayNameFilterProps) {
  const { merchant, displayName, onChange } = props;
  const { t } = useTranslation('orderFilters');
  const inForce = displayName ?? '';
  const [kept, setKept] = useState({ inForce, typed: inForce });
  // Going back, or removing the filter elsewhere, changes what stands here.
  const { typed } = kept.inForce === inForce ? kept : { typed: inForce };

  function choose(name: string): void {
    const chosen = name.trim();
    setKept({ inForce: chosen, typed: chosen });
    if (chosen !== inForce) onChange({ displayName: chosen || undefined });
  }

  const names = merchant.merchantDisplayLogoUrls.map(({ name }) => name);
  return (
    <Autocomplete
      label={t('filter.displayName')}
      placeholder={t('displayName.any')}
      data={[...new Set(names)]}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
      maxLength={200}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      value={typed}
      onChange={(text) => setKept({ inForce, typed: text })}
      onOptionSubmit={choose}
      onClear={() => choose('')}
      onBlur={() => choose(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') choose(typed);
      }}
    />
  );
}
