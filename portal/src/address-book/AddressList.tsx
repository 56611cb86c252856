import { ActionIcon, Checkbox, Table, Button, getDefaultZIndex } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { SavedAddress } from '@portage/contract/addresses/addresses';
import { formatPhone } from '@portage/contract/phone';
import { loadTexts, useTranslation } from '../i18n/i18n.ts';
import { AddressLines, useStreetLine } from '../lib/AddressLines.tsx';
import { useMerchant, useMerchantFormat } from '../lib/merchant.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { ActionsHeader } from '../ui/ActionsHeader.tsx';
import { loadFloating } from '../ui/MenuButton.tsx';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import { useMedia } from '../ui/use-is-mobile.ts';
import classes from './AddressBook.module.css';

const loadOrderPopover = async () => {
  const [{ FloatingPopover }, { AddressOrderForm }] = await Promise.all([
    loadFloating(),
    import('./AddressOrderForm.tsx'),
    loadTexts('createdOrder', 'rateChoice'),
  ]);
  return { FloatingPopover, AddressOrderForm };
};

/** Opens the form of an order to the recipient (spec 2 §2). */
function CreateOrder({ saved, orderedFor, onOrderFor, code }: OneAddressProps) {
  const { t } = useTranslation('addressBook');
  const merchant = useMerchant();
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const isOpen = orderedFor === saved.id;
  const [wasOpened, setWasOpened] = useState(isOpen);
  const change = (opens: boolean) => {
    if (opens) setWasOpened(true);
    else target.current?.focus();
    onOrderFor(opens ? saved : undefined);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        ref={target}
        id={id}
        aria-label={t('createOrderFor', { name: saved.recipient.name })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => change(!isOpen)}
      >
        {t('createOrder')}
      </Button>
      {code && wasOpened && (
        <code.FloatingPopover
          id={id}
          target={target}
          opened={isOpen}
          onChange={change}
          classNames={{ dropdown: classes['popover'] ?? '' }}
          position="bottom-end"
          // Over the row rather than out of sight.
          middlewares={{ flip: false, shift: { crossAxis: true, padding: 8 } }}
          width="min(27rem, calc(100vw - 2rem))"
          shadow="md"
          trapFocus
          closeOnClickOutside={false}
          // A phone's keyboard may cover the button.
          hideDetached={false}
          // Stays open during other actions: a dialog opened then covers it.
          zIndex={getDefaultZIndex('modal') - 1}
        >
          {merchant.data && (
            <code.AddressOrderForm
              saved={saved}
              merchant={merchant.data}
              onClose={() => change(false)}
            />
          )}
        </code.FloatingPopover>
      )}
    </>
  );
}

interface AddressListProps {
  readonly addresses: readonly SavedAddress[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], isSelected: boolean) => void;
  readonly onEdit: (saved: SavedAddress) => void;
  readonly onDelete: (saved: SavedAddress) => void;
  /** The id of the recipient whose order form is open. */
  readonly orderedFor: string | undefined;
  readonly onOrderFor: (saved: SavedAddress | undefined) => void;
}

/** Cards where columns have no room. */
export function AddressList(props: AddressListProps) {
  const { t } = useTranslation('addressBook');
  const { addresses, selected, onSelect } = props;
  const isNarrow = useMedia('(max-width: 68.75em)');
  const code = useCodeSoon(loadOrderPopover, props.orderedFor !== undefined);
  const isAllSelected = addresses.every(({ id }) => selected.has(id));
  const isSomeSelected = addresses.some(({ id }) => selected.has(id));
  const all = {
    checked: isAllSelected,
    indeterminate: isSomeSelected && !isAllSelected,
    onChange: () =>
      onSelect(
        addresses.map(({ id }) => id),
        !isAllSelected,
      ),
  };
  if (isNarrow) {
    return (
      <>
        <Checkbox label={t('selectAll')} px="md" py="sm" {...all} />
        <ul className={classes['cards']} aria-label={t('title')}>
          {addresses.map((saved) => (
            <AddressCard key={saved.id} saved={saved} code={code} {...props} />
          ))}
        </ul>
      </>
    );
  }
  return (
    <div className={classes['scroll']}>
      <Table aria-label={t('title')} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <Checkbox aria-label={t('selectAll')} {...all} />
            </Table.Th>
            <Table.Th>{t('column.name')}</Table.Th>
            <Table.Th>{t('column.phone')}</Table.Th>
            <Table.Th>{t('column.email')}</Table.Th>
            <Table.Th>{t('column.street')}</Table.Th>
            <Table.Th className={classes['nowrap'] ?? ''}>{t('column.postalCode')}</Table.Th>
            <Table.Th>{t('column.city')}</Table.Th>
            <Table.Th>{t('column.placedOn')}</Table.Th>
            <ActionsHeader />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {addresses.map((saved) => (
            <AddressRow key={saved.id} saved={saved} code={code} {...props} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface OneAddressProps extends Omit<AddressListProps, 'addresses'> {
  readonly saved: SavedAddress;
  /** Undefined until loaded. */
  readonly code: Awaited<ReturnType<typeof loadOrderPopover>> | undefined;
}

function AddressRow({ saved, ...props }: OneAddressProps) {
  const { recipient, address, createdAt } = saved;
  const format = useMerchantFormat();
  return (
    <Table.Tr>
      <Table.Td>
        <SelectBox saved={saved} {...props} />
      </Table.Td>
      <Table.Td className={classes['name'] ?? ''} translate="no">
        {recipient.name}
      </Table.Td>
      <Table.Td className={classes['nowrap'] ?? ''}>{formatPhone(recipient.phone ?? '')}</Table.Td>
      <Table.Td className={classes['email'] ?? ''} translate="no">
        {recipient.email}
      </Table.Td>
      <Table.Td translate="no">{useStreetLine(address)}</Table.Td>
      <Table.Td className={classes['nowrap'] ?? ''}>{address.postalCode}</Table.Td>
      <Table.Td translate="no">{address.city}</Table.Td>
      <Table.Td className={classes['nowrap'] ?? ''}>
        <Timestamp at={createdAt} format={format} />
      </Table.Td>
      <Table.Td>
        <Actions saved={saved} {...props} />
      </Table.Td>
    </Table.Tr>
  );
}

function AddressCard({ saved, ...props }: OneAddressProps) {
  const { recipient, address } = saved;
  return (
    <li>
      <SelectBox saved={saved} {...props} />
      <div>
        <div className={classes['name']} translate="no">
          {recipient.name}
        </div>
        {recipient.phone !== undefined && <div>{formatPhone(recipient.phone)}</div>}
        <div className={classes['email']} translate="no">
          {recipient.email}
        </div>
        <AddressLines address={address} />
        <Actions saved={saved} {...props} />
      </div>
    </li>
  );
}

function SelectBox({ saved, selected, onSelect }: OneAddressProps) {
  const { t } = useTranslation('addressBook');
  return (
    <Checkbox
      aria-label={t('selectOne', { name: saved.recipient.name })}
      checked={selected.has(saved.id)}
      onChange={(event) => onSelect([saved.id], event.currentTarget.checked)}
    />
  );
}

function Actions({ saved, ...props }: OneAddressProps) {
  const { t } = useTranslation('addressBook');
  const { name } = saved.recipient;
  return (
    <div className={classes['actions']}>
      <CreateOrder saved={saved} {...props} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('editOne', { name })}
        title={t('edit.action')}
        onClick={() => props.onEdit(saved)}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('deleteOne', { name })}
        title={t('delete')}
        onClick={() => props.onDelete(saved)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
