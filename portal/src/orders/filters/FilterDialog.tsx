import { Button, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { useTranslation } from 'react-i18next';
import {
  DayFilters,
  DeliveryTypeFilter,
  type FilterControlProps,
  FulfilmentTabs,
} from './filter-controls.tsx';
import { FilterFields } from './FilterFields.tsx';
import { countInForce, searchAlone } from './order-filters.ts';
import classes from './OrderFilters.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface FilterDialogProps extends FilterControlProps {
  readonly merchant: Merchant;
  /** The day that it is for the merchant, `YYYY-MM-DD`. */
  readonly today: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All filters over the whole window of a narrow screen. */
export function FilterDialog(props: FilterDialogProps) {
  const { merchant, today, filter, onChange, isOpen, onClose } = props;
  const { t } = useTranslation('orderFilters');
  // What is drawn open from the start does not keep where the focus was.
  const isMounted = useMounted();
  const control = { filter, onChange };
  return (
    <Modal
      opened={isOpen && isMounted}
      onClose={onClose}
      fullScreen
      title={t('name')}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ body: classes['screen'] ?? '' }}
    >
      {merchant.shopifyShop !== undefined && <FulfilmentTabs {...control} />}
      <DayFilters today={today} {...control} />
      <DeliveryTypeFilter {...control} />
      <FilterFields merchant={merchant} {...control} />
      <div className={classes['screenEnd']}>
        <Button
          variant="default"
          disabled={countInForce(filter) === 0}
          onClick={() => onChange(searchAlone(filter))}
        >
          {t('clearAll')}
        </Button>
        <Button onClick={onClose}>{t('showOrders')}</Button>
      </div>
    </Modal>
  );
}
