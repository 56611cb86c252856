import { ActionIcon, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Merchant } from '@portage/contract/merchants';
import { IconFilter } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterControlProps } from './filter-control.ts';
import { useCodeSoon } from '../../ui/use-fetch-soon.ts';
import { loadListTools } from '../load-list-tools.ts';
import { countInForce } from './filters-in-force.ts';
import '@mantine/core/styles/Indicator.layer.css';

interface FilterScreenProps extends FilterControlProps {
  /** Undefined until it is known. */
  readonly merchant: Merchant | undefined;
  /** The day that it is for the merchant, `YYYY-MM-DD`. */
  readonly today: string;
  readonly buttonRef: Ref<HTMLButtonElement>;
}

/** The button of narrow screens that opens all filters over the whole window. */
export function FilterScreen(props: FilterScreenProps) {
  const { merchant, buttonRef, ...control } = props;
  const { t } = useTranslation('orderFilters');
  const [isOpen, screen] = useDisclosure();
  const tools = useCodeSoon(loadListTools, isOpen);
  const count = countInForce(control.filter);
  return (
    <>
      <Indicator label={count} disabled={count === 0} size={18} offset={4} zIndex={1}>
        <ActionIcon
          ref={buttonRef}
          variant="default"
          size={36}
          aria-label={count > 0 ? t('nameInForce', { count }) : t('name')}
          disabled={!merchant}
          onClick={screen.open}
        >
          <IconFilter size={18} />
        </ActionIcon>
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
