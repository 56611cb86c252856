import { TextInput } from '@mantine/core';
import { NewOrderView } from '@portage/contract/orders/order-views';
import { useRef, useState } from 'react';
import { useLocale, useTranslation } from '../../i18n/i18n.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fieldMessage } from '../../lib/field-message.ts';
import { FormDialog } from '../../ui/Dialogs.tsx';
import { notifyError } from '../../lib/notify.tsx';

const ViewName = NewOrderView.shape.name;
const LONGEST_NAME = ViewName.maxLength ?? undefined;

interface ViewNameDialogProps {
  readonly title: string;
  readonly name: string;
  /** Rejects when the server refuses it. */
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export function ViewNameDialog({ title, name: initialName, onSave, onClose }: ViewNameDialogProps) {
  const { t } = useTranslation('orderViews');
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
    <FormDialog
      title={title}
      submitText={t('save')}
      isPending={isPending}
      onSubmit={() => void save()}
      onClose={onClose}
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
    </FormDialog>
  );
}
