import { Button, getDefaultZIndex, Popover } from '@mantine/core';
import type { SavedAddress } from '@portage/contract/addresses';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMerchant } from '../lib/merchant.ts';
import classes from './AddressBook.module.css';
import { AddressOrderForm } from './AddressOrderForm.tsx';

interface CreateOrderPopoverProps {
  readonly saved: SavedAddress;
}

/** The button of a row that creates an order to its recipient, and the form it opens (spec 2 §2). */
export function CreateOrderPopover({ saved }: CreateOrderPopoverProps) {
  const { t } = useTranslation('addressBook');
  const merchant = useMerchant();
  const [isOpen, setIsOpen] = useState(false);
  const { name } = saved.recipient;
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      // Over the row rather than out of sight.
      middlewares={{ flip: false, shift: { crossAxis: true, padding: 8 } }}
      width="min(27rem, calc(100vw - 2rem))"
      shadow="md"
      trapFocus
      returnFocus
      closeOnClickOutside={false}
      // It stays open while something else is done: a dialog opened then lies over it.
      zIndex={getDefaultZIndex('modal') - 1}
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('createOrderFor', { name })}
          onClick={() => setIsOpen((before) => !before)}
        >
          {t('createOrder')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes['popover'] ?? ''}
        aria-label={t('createOrderFor', { name })}
      >
        {merchant.data && (
          <AddressOrderForm
            saved={saved}
            merchant={merchant.data}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
