import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { pressInPlace, pressedOnce } from './pressed-once.ts';
import { useFocusAfter } from './return-focus.ts';

/** Give each step its own `key`. Focuses its `data-autofocus` button. */
export function DialogStep({ children }: { readonly children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={step}>{children}</div>;
}

interface FormDialogProps extends Pick<ModalProps, 'onClose' | 'size'> {
  readonly title: string;
  /** True by default: a form mounted with its dialog starts empty. */
  readonly isOpen?: boolean;
  readonly submitText: string;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, isOpen = true, submitText, isPending = false, isDisabled = false } = props;
  const { onSubmit, children, ...modal } = props;
  const { t } = useTranslation();
  useFocusAfter(isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={modal.onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('cancel') }}
      {...(modal.size !== undefined && { size: modal.size })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React also passes it to a form around the dialog.
          event.stopPropagation();
          onSubmit(event);
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" {...pressInPlace} onClick={modal.onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" {...pressInPlace} loading={isPending} disabled={isDisabled}>
              {submitText}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Asks before something that is hard to undo. */
export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  readonly yes: string;
  readonly no?: string;
  readonly isDangerous?: boolean;
}

interface ConfirmDialogProps extends Question, Pick<ModalProps, 'zIndex'> {
  readonly isOpen?: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Most callers use `confirm()`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, yes, isDangerous = false, isOpen = true, onYes, onNo, zIndex } = props;
  const { t } = useTranslation();
  const no = props.no ?? t('cancel');
  useFocusAfter(isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={onNo}
      title={title}
      closeButtonProps={{ 'aria-label': no }}
      {...(zIndex !== undefined && { zIndex })}
    >
      <Text component="div" mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onNo} data-autofocus>
          {no}
        </Button>
        <Button {...(isDangerous && { color: 'red.9' })} {...pressedOnce(onYes)}>
          {yes}
        </Button>
      </Group>
    </Modal>
  );
}
