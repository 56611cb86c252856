import { ActionIcon, Button, Indicator, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Merchant } from '@portage/contract/merchants';
import { IconFilter } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { DayFilters } from './DayFilters.tsx';
import { DeliveryTypeFilter } from './DeliveryTypeFilter.tsx';
import type { FilterControlProps } from './filter-control.ts';
import { FilterFields } from './FilterFields.tsx';
import { FulfilmentTabs } from './FulfilmentTabs.tsx';
import classes from './OrderFilters.module.css';
import { countInForce, searchAlone } from './filters-in-force.ts';
import '@mantine/core/styles/Indicator.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface FilterScreenProps extends FilterControlProps {
  /** Undefined until it is known. */
  readonly merchant: Merchant | undefined;
  /** The day that it is for the merchant, `YYYY-MM-DD`. */
  readonly today: string;
  readonly buttonRef: Ref<HTMLButtonElement>;
}

/** The button of narrow screens that opens all filters over the whole window. */
export function FilterScreen(props: FilterScreenProps) {
  const { merchant, today, filter, onChange, buttonRef } = props;
  const { t } = useTranslation('orderFilters');
  const [isOpen, screen] = useDisclosure();
  const count = countInForce(filter);
  const control = { filter, onChange };
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
      <Modal
        opened={isOpen}
        onClose={screen.close}
        fullScreen
        title={t('name')}
        closeButtonProps={{ 'aria-label': t('close') }}
        classNames={{ body: classes['screen'] ?? '' }}
      >
        {merchant?.shopifyShop !== undefined && <FulfilmentTabs {...control} />}
        <DayFilters today={today} {...control} />
        <DeliveryTypeFilter {...control} />
        {merchant && <FilterFields merchant={merchant} {...control} />}
        <div className={classes['screenEnd']}>
          <Button
            variant="default"
            disabled={count === 0}
            onClick={() => onChange(searchAlone(filter))}
          >
            {t('clearAll')}
          </Button>
          <Button onClick={screen.close}>{t('showOrders')}</Button>
        </div>
      </Modal>
    </>
  );
}
