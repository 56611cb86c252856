import { Button, Group } from '@mantine/core';
import { useField, type UseFieldReturnType } from '@mantine/form';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';

type EditorField = ReturnType<UseFieldReturnType<string>['getInputProps']> & {
  readonly id: string;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

interface ValueEditorProps {
  readonly value: string;
  /** Undefined when valid. */
  readonly check: (typed: string) => string | undefined;
  /** Called with an empty text to remove it. */
  readonly onSave: (typed: string) => void;
  readonly isPending: boolean;
  readonly failure: unknown;
  readonly renderField: (field: EditorField) => ReactNode;
  readonly action?: ReactNode;
}

/** An empty field removes the value (spec 2 §5), Escape restores it. */
export function ValueEditor(props: ValueEditorProps) {
  const { value, check, onSave, isPending, failure, renderField, action } = props;
  const { t } = useTranslation();
  const id = useId();
  const field = useField({ initialValue: value });
  const given = field.getValue().trim();
  const refused = failure instanceof ApiError ? failure.problem.errors?.[0]?.message : undefined;

  function save(): void {
    const found = given === '' ? undefined : check(given);
    field.setError(found);
    if (found === undefined) onSave(given);
    else document.getElementById(id)?.focus();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {renderField({
        ...field.getInputProps(),
        id,
        onKeyDown: (event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || !field.isDirty()) return;
          event.stopPropagation();
          field.reset();
        },
        error: field.error ?? (given === value ? undefined : refused),
      })}
      <Group mt="sm">
        <Button
          type="submit"
          variant={given === '' ? 'default' : 'filled'}
          loading={isPending}
          disabled={given === value}
        >
          {t(given === '' && value !== '' ? 'remove' : 'save')}
        </Button>
        {action}
      </Group>
    </form>
  );
}
