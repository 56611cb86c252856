import { Modal } from '@mantine/core';
import type { SavedAddress } from '@portage/contract/addresses';
import { useTranslation } from 'react-i18next';
import { recipientDraftOf } from './read-recipient.ts';
import { RecipientForm } from './RecipientForm.tsx';
import { invalidFields, useSaveAddress } from './use-save-address.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface AddressDialogProps {
  /** The recipient to edit; `new` for one that is not saved yet; closed when undefined. */
  readonly editing: SavedAddress | 'new' | undefined;
  readonly onClose: () => void;
}

/** Saves a new recipient in the address book, or edits one. */
export function AddressDialog({ editing, onClose }: AddressDialogProps) {
  const { t } = useTranslation(['addressBook', 'common']);
  return (
    <Modal
      opened={editing !== undefined}
      onClose={onClose}
      title={t(editing === 'new' ? 'edit.createTitle' : 'edit.title')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      size="lg"
      centered
    >
      {editing && (
        <SavedRecipient saved={editing === 'new' ? undefined : editing} onClose={onClose} />
      )}
    </Modal>
  );
}

interface SavedRecipientProps {
  readonly saved: SavedAddress | undefined;
  readonly onClose: () => void;
}

function SavedRecipient({ saved, onClose }: SavedRecipientProps) {
  const { mutate, isPending } = useSaveAddress(saved?.id, onClose);
  return (
    <RecipientForm
      draft={recipientDraftOf(saved)}
      isPending={isPending}
      onSubmit={(recipient, onInvalid) =>
        mutate(recipient, { onError: (cause) => onInvalid(invalidFields(cause)) })
      }
      onCancel={onClose}
    />
  );
}
