import { TextInput } from '@mantine/core';
import { useField } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { SavedName } from '@portage/contract/text';
import { useLocale } from '../i18n/i18n.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { ApiError } from './api-error.ts';
import { fieldMessage } from './field-message.ts';
import { notifyError } from './notify.tsx';

const NAME_TAKEN = new Set<string>(['view_name_taken', 'preset_name_taken']);

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly help?: string;
  readonly name: string;
  /** Selected, to type another. */
  readonly isProposal?: boolean;
  readonly submitText: string;
  /** Title of an error that another name would not fix. */
  readonly failed: string;
  /** Rejects when the server refuses it. */
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export function NameDialog(props: NameDialogProps) {
  const { title, label, help, isProposal = false, submitText, failed, onSave, onClose } = props;
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const field = useField({ initialValue: props.name });

  function refuse(why: string): void {
    field.setError(fieldMessage(why, locale));
    input.current?.focus();
  }

  const saving = useMutation({
    mutationFn: onSave,
    onSuccess: onClose,
    onError: (cause) => {
      if (cause instanceof ApiError && NAME_TAKEN.has(cause.problem.code)) refuse(cause.message);
      else notifyError({ title: failed, cause });
    },
  });

  function save(): void {
    const reading = SavedName.safeParse(field.getValue());
    if (reading.success) saving.mutate(reading.data);
    else refuse(reading.error.issues[0]?.message ?? '');
  }

  return (
    <FormDialog
      title={title}
      submitText={submitText}
      isPending={saving.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        ref={input}
        label={label}
        description={help}
        required
        data-autofocus
        maxLength={SavedName.maxLength ?? undefined}
        {...field.getInputProps()}
        onFocus={({ currentTarget }) => {
          if (isProposal) currentTarget.select();
        }}
      />
    </FormDialog>
  );
}
