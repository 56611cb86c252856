import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, type SubmitEvent, useId, type RefObject, useEffect } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { dismissNotifications } from '../lib/notify.tsx';

export function useFirstFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => field.current?.focus(), [field]);
}

interface CancellableFormProps {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  readonly maySubmit: boolean;
  readonly isPending: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Modes 2 to 4 of the sign-in page; Escape cancels. */
export function CancellableForm({ onSubmit, onCancel, ...props }: CancellableFormProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Enter, or a second click before the button is disabled.
    if (props.maySubmit && !props.isPending) onSubmit();
  };
  const cancel = () => {
    dismissNotifications();
    onCancel();
  };
  useHotkeys([['Escape', (event) => event.isComposing || cancel()]], []);

  return (
    // The title names the form for screen readers.
    <form noValidate aria-labelledby={titleId} onSubmit={submit}>
      <Stack gap="md">
        <Title order={1} id={titleId}>
          {props.title}
        </Title>
        <Text>{props.text}</Text>
        {props.children}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={!props.maySubmit} loading={props.isPending}>
            {props.submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
