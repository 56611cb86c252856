import { Button, Group } from '@mantine/core';
import { i18n } from '../i18n/i18n.ts';
import { hideNotice } from './notices.ts';
import { notifySuccess, type SuccessNotification } from './notify.tsx';

interface UndoableNotification extends SuccessNotification {
  readonly onUndo: () => void;
}

export function notifyUndoable({ onUndo, message, ...success }: UndoableNotification): void {
  const id = notifySuccess({
    ...success,
    message: (
      <Group justify="space-between" gap="xs">
        {message}
        <Button
          size="compact-sm"
          variant="default"
          ml="auto"
          onClick={() => {
            hideNotice(id);
            onUndo();
          }}
        >
          {i18n.t('undo')}
        </Button>
      </Group>
    ),
  });
}
