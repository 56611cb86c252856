import { Button, Group } from '@mantine/core';
import type { Ref } from 'react';
import { Hint } from './Hint.tsx';
import { pressInPlace } from './pressed-once.ts';

interface SaveOrCancelProps {
  readonly saveText: string;
  readonly cancelText: string;
  readonly isSaving: boolean;
  /** The disabled button stays focusable and shows it. */
  readonly whyNot?: string | undefined;
  readonly onCancel: () => void;
  readonly saveRef?: Ref<HTMLButtonElement>;
  readonly canSave?: boolean;
}

/** Save submits the form. */
export function SaveOrCancel(props: SaveOrCancelProps) {
  const { saveText, cancelText, isSaving, whyNot, canSave = true, onCancel, saveRef } = props;
  return (
    <Group gap="xs" justify="flex-end">
      <Button variant="default" {...pressInPlace} onClick={onCancel}>
        {cancelText}
      </Button>
      {canSave && (
        <Hint label={whyNot} disabled={whyNot === undefined}>
          <Button
            ref={saveRef}
            type="submit"
            {...pressInPlace}
            loading={isSaving}
            aria-disabled={whyNot !== undefined}
            data-disabled={whyNot !== undefined}
          >
            {saveText}
          </Button>
        </Hint>
      )}
    </Group>
  );
}
