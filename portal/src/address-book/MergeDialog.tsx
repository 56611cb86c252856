import { Button, Group, Modal, Paper, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type SavedAddress, addressEndpoints } from '@portage/contract/addresses/addresses';
import { formatPhone } from '@portage/contract/phone';
import { useTranslation } from '../i18n/i18n.ts';
import { useStreetLine } from '../lib/AddressLines.tsx';
import { callApi } from '../lib/api.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { notifyUndoable } from '../lib/notify-undoable.tsx';
import { notifyError } from '../lib/notify.tsx';
import {
  duplicatesQuery,
  forgetAddresses,
  refreshAddresses,
  useRestoreAddresses,
} from './address-calls.ts';

interface MergeDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function MergeDialog({ isOpen, onClose }: MergeDialogProps) {
  const { t } = useTranslation(['addressBook', 'common']);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('merge.title')}
      closeButtonProps={{ 'aria-label': t('merge.close') }}
      size="lg"
      // Its buttons stay in place while the groups load.
      centered={false}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('merge.text')}
        </Text>
        <Groups />
      </Stack>
    </Modal>
  );
}

const keyOf = (group: readonly SavedAddress[]) => group.map(({ id }) => id).join();

function Groups() {
  const { t } = useTranslation(['addressBook', 'errors']);
  const duplicates = useQuery(duplicatesQuery);
  // Merged or left.
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  if (duplicates.isPending) return <Skeleton height={120} />;
  if (duplicates.isError) {
    return <LoadFailed title={t('errors:error.couldNotGetAddressBook')} query={duplicates} />;
  }
  const groups = duplicates.data.groups.filter((group) => !settled.has(keyOf(group)));
  const settle = (group: readonly SavedAddress[]) =>
    setSettled((before) => new Set([...before, keyOf(group)]));
  return (
    <>
      {groups.map((group) => (
        <DuplicateGroup key={keyOf(group)} group={group} onSettled={() => settle(group)} />
      ))}
      {groups.length === 0 && <output>{t('merge.none')}</output>}
      {groups.length === 0 && duplicates.data.hasMore && (
        <Button variant="default" onClick={() => void duplicates.refetch()}>
          {t('merge.more')}
        </Button>
      )}
    </>
  );
}

/** The fullest recipient is proposed to keep. */
const detailOf = ({ recipient, address }: SavedAddress) =>
  Object.keys(recipient).length + Object.keys(address).length;

interface DuplicateGroupProps {
  readonly group: readonly SavedAddress[];
  readonly onSettled: () => void;
}

/** The notification restores the others. */
function DuplicateGroup({ group, onSettled }: DuplicateGroupProps) {
  const { t } = useTranslation(['addressBook', 'errors']);
  const name = useId();
  const [keepId, setKeepId] = useState(
    () => group.toSorted((one, other) => detailOf(other) - detailOf(one))[0]?.id ?? '',
  );
  const { mutate: restore } = useRestoreAddresses();
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: string[]) => callApi(addressEndpoints.merge, { body: { keepId, ids } }),
    onSuccess: ({ recipient }, ids) => {
      forgetAddresses(ids);
      notifyUndoable({
        title: t('errors:success.addressesMerged'),
        message: recipient.name,
        onUndo: () => restore(ids),
      });
      onSettled();
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotMergeAddresses'), cause }),
    onSettled: refreshAddresses,
  });
  const others = group.map(({ id }) => id).filter((id) => id !== keepId);
  return (
    <Paper withBorder p="md">
      <Radio.Group name={name} label={t('merge.keep')} value={keepId} onChange={setKeepId}>
        <Stack gap="xs" my="xs">
          {group.map((saved) => (
            <Candidate key={saved.id} saved={saved} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" onClick={onSettled}>
          {t('merge.leave')}
        </Button>
        <Button loading={isPending} onClick={() => mutate(others)}>
          {t('merge.confirm', { count: group.length })}
        </Button>
      </Group>
    </Paper>
  );
}

function Candidate({ saved: { id, recipient, address } }: { readonly saved: SavedAddress }) {
  const street = useStreetLine(address);
  const details = [formatPhone(recipient.phone ?? ''), recipient.email, street, address.postalCode];
  return (
    <Radio value={id} label={recipient.name} description={details.filter(Boolean).join(' · ')} />
  );
}
