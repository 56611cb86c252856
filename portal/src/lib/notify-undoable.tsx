import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { i18n } from '../i18n/i18n.ts';
import { hideNotice } from './notices.ts';
import { notifySuccess } from './notify.tsx';

interface UndoableNotification {
  readonly title: string;
  readonly message?: ReactNode;
  readonly onUndo: () => void;
}

/** Says that something was done, with a button that undoes it while the notification stays. */
export function notifyUndoable({ title, message, onUndo }: UndoableNotification): void {
  const id = notifySuccess({
    title,
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
