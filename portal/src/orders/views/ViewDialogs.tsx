import { Button, Group, Modal, TextInput, Text } from '@mantine/core';
import { NewOrderView } from '@portage/contract/orders/order-views';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fieldMessage } from '../../lib/field-message.ts';
import { notifyError } from '../../lib/notify.tsx';

interface DeleteViewDialogProps {
  readonly name: string;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks before a view is deleted; no order is. */
export function DeleteViewDialog(props: DeleteViewDialogProps) {
  const { name, isOpen, isPending, onDelete, onClose } = props;
  const { t } = useTranslation(['orderViews', 'common']);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('deleteTitle')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      returnFocus={false}
      centered
    >
      <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {t('deleteText', { name })}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:cancel')}
        </Button>
        <Button color="red.9" loading={isPending} onClick={onDelete}>
          {t('deleteConfirm')}
        </Button>
      </Group>
    </Modal>
  );
}

const ViewName = NewOrderView.shape.name;
/** The longest name, as `ViewName` has it. */
const LONGEST_NAME = ViewName.maxLength ?? undefined;

interface ViewNameFormProps {
  readonly name: string;
  /** Saves under a name; rejects when the server refuses it. */
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

interface ViewNameDialogProps extends ViewNameFormProps {
  readonly title: string;
  readonly isOpen: boolean;
}

/** Asks for the name of a view. */
export function ViewNameDialog({ title, isOpen, ...form }: ViewNameDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={form.onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('cancel') }}
      returnFocus={false}
      centered
    >
      <ViewNameForm {...form} />
    </Modal>
  );
}

function ViewNameForm({ name: initialName, onSave, onClose }: ViewNameFormProps) {
  const { t } = useTranslation(['orderViews', 'common']);
  const locale = useLocale();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(initialName);
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  function refuse(why: string): void {
    setError(fieldMessage(why, locale));
    field.current?.focus();
  }

  async function save(): Promise<void> {
    const reading = ViewName.safeParse(name);
    if (!reading.success) {
      refuse(reading.error.issues[0]?.message ?? '');
      return;
    }
    setIsPending(true);
    try {
      await onSave(reading.data);
      onClose();
    } catch (cause) {
      const isTaken = cause instanceof ApiError && cause.problem.code === 'view_name_taken';
      if (isTaken) refuse(cause.message);
      else notifyError({ title: t('notSaved'), cause });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        ref={field}
        label={t('name')}
        description={t('nameHelp')}
        required
        data-autofocus
        maxLength={LONGEST_NAME}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('save')}
        </Button>
      </Group>
    </form>
  );
}
