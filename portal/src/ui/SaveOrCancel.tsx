import { Button, Group, Tooltip } from '@mantine/core';
import type { Ref } from 'react';
import '@mantine/core/styles/Tooltip.layer.css';

interface SaveOrCancelProps {
  readonly saveText: string;
  readonly cancelText: string;
  readonly isSaving: boolean;
  /** Why it cannot be saved now; the button says so and stays focusable. */
  readonly whyNot?: string | undefined;
  readonly onCancel: () => void;
  readonly saveRef?: Ref<HTMLButtonElement>;
  /** Whether saving is offered at all. */
  readonly canSave?: boolean;
}

/** The buttons at the end of a form that is edited in place; Save submits the form. */
export function SaveOrCancel(props: SaveOrCancelProps) {
  const { saveText, cancelText, isSaving, whyNot, canSave = true, onCancel, saveRef } = props;
  return (
    <Group gap="xs" justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {cancelText}
      </Button>
      {canSave && (
        <Tooltip label={whyNot} disabled={whyNot === undefined} multiline maw={320}>
          <Button
            ref={saveRef}
            type="submit"
            loading={isSaving}
            aria-disabled={whyNot !== undefined}
            data-disabled={whyNot !== undefined}
          >
            {saveText}
          </Button>
        </Tooltip>
      )}
    </Group>
  );
}
