import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NewOrderView } from '@portage/contract/orders/order-views';
import { useLocale, useTranslation } from '../../i18n/i18n.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fieldMessage } from '../../lib/field-message.ts';
import { notifyError } from '../../lib/notify.tsx';
import { FormDialog } from '../../ui/Dialogs.tsx';

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

  function refuse(why: string): void {
    setError(fieldMessage(why, locale));
    field.current?.focus();
  }

  const saving = useMutation({
    mutationFn: onSave,
    onSuccess: onClose,
    onError: (cause) => {
      const isTaken = cause instanceof ApiError && cause.problem.code === 'view_name_taken';
      if (isTaken) refuse(cause.message);
      else notifyError({ title: t('notSaved'), cause });
    },
  });

  function save(): void {
    const reading = ViewName.safeParse(name);
    if (reading.success) saving.mutate(reading.data);
    else refuse(reading.error.issues[0]?.message ?? '');
  }

  return (
    <FormDialog
      title={title}
      submitText={t('save')}
      isPending={saving.isPending}
      onSubmit={save}
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
