import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { NewServiceUser } from '@portage/contract/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

const DAY = 24 * 60 * 60_000;

/** How long credentials work, in days. */
const LIFETIMES = { never: undefined, days90: 90, year: 365 } as const;
type Lifetime = keyof typeof LIFETIMES;
const lifetimes = Object.keys(LIFETIMES) as Lifetime[];

interface NewServiceUserDialogProps {
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onCreate: (newServiceUser: NewServiceUser) => void;
}

/** Asks what new credentials are for and how long they work; neither has to be said. */
export function NewServiceUserDialog(props: NewServiceUserDialogProps) {
  const { isOpen, isPending, onClose, onCreate } = props;
  const { t } = useTranslation(['integrations', 'common']);
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const create = () => {
    const days = LIFETIMES[lifetime];
    onCreate({
      ...(name.trim() !== '' && { name }),
      ...(days !== undefined && { expiresAt: Date.now() + days * DAY }),
    });
    setName('');
    setLifetime('never');
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('serviceUsers.create')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('serviceUsers.name')}
            description={t('serviceUsers.nameHelp')}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <NativeSelect
            label={t('serviceUsers.expires')}
            value={lifetime}
            onChange={({ currentTarget }) =>
              setLifetime(lifetimes.find((one) => one === currentTarget.value) ?? 'never')
            }
            data={lifetimes.map((one) => ({
              value: one,
              label: t(`serviceUsers.lifetime.${one}`),
            }))}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('serviceUsers.confirmCreate')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
