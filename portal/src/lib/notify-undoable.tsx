import { Button, Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { focusPage } from '../ui/return-focus.ts';
import { hideNotice, notifySuccess, type SuccessNotification } from './notify.tsx';
import { isMac, useShortcut } from './use-shortcut.ts';

interface UndoableNotification extends SuccessNotification {
  readonly onUndo: () => void;
}

/** The shortcut undoes the newest. Returns the id. */
export function notifyUndoable({ onUndo, message, ...success }: UndoableNotification): string {
  const id = notifySuccess({
    ...success,
    message: (
      <Group justify="space-between" gap="xs">
        {message}
        <UndoButton
          onUndo={() => {
            hideNotice(id);
            onUndo();
          }}
        />
      </Group>
    ),
  });
  return id;
}

/** Undo functions on the screen, the newest last. */
const undoable: (() => void)[] = [];

const hasKeyboard = () => window.matchMedia('(hover: hover)').matches;

function UndoButton({ onUndo }: Pick<UndoableNotification, 'onUndo'>) {
  const { t } = useTranslation('common');
  const undo = useEffectEvent(onUndo);
  useEffect(() => {
    const own = () => undo();
    undoable.push(own);
    return () => void undoable.splice(undoable.indexOf(own), 1);
  }, []);
  useShortcut('undo', () => undoable.at(-1)?.());
  return (
    <Button
      size="compact-sm"
      variant="default"
      ml="auto"
      aria-keyshortcuts={isMac ? 'Meta+Z' : 'Control+Z'}
      onClick={() => {
        focusPage();
        onUndo();
      }}
    >
      {t('undo')}
      {hasKeyboard() && (
        <Text span inherit c="dimmed" ms={6} aria-hidden>
          {isMac ? '⌘ Z' : 'Ctrl Z'}
        </Text>
      )}
    </Button>
  );
}
