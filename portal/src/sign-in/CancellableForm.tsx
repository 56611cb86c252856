import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, type SubmitEvent, useId, type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissNotifications } from '../lib/notify.tsx';
import { WaitingButton } from './WaitingButton.tsx';

/** Puts the keyboard into a field as soon as its form appears. */
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
  /** Leads back to the normal form. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** What modes 2 to 4 of the sign-in page have in common; Escape does what Cancel does. */
export function CancellableForm({ onSubmit, onCancel, ...props }: CancellableFormProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Enter, and a second click before the button shows that it waits.
    if (props.maySubmit && !props.isPending) onSubmit();
  };
  const cancel = () => {
    // What failed here is not about the form that follows.
    dismissNotifications();
    onCancel();
  };
  useHotkeys([['Escape', cancel]], []);

  return (
    // The title names the form: it is read out when the keyboard comes to the first field.
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
          <WaitingButton type="submit" disabled={!props.maySubmit} loading={props.isPending}>
            {props.submitLabel}
          </WaitingButton>
        </Group>
      </Stack>
    </form>
  );
}
