import { Button, Loader } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useRef, useTransition } from 'react';
import classes from './EditInPlace.module.css';
import { Hint } from './Hint.tsx';

interface EditInPlaceProps {
  readonly title: ReactNode;
  readonly isEditing: boolean;
  /** Nothing can be edited without one. */
  readonly button: EditButton | undefined;
  readonly form: ReactNode;
  readonly children: ReactNode;
}

interface EditButton {
  readonly text: string;
  /** Names the section for screen readers. */
  readonly label: string;
  /** The disabled button stays focusable and shows it. */
  readonly whyNot: string | undefined;
  /** Shows progress until the promise settles. */
  readonly onEdit: () => void | Promise<void>;
}

/** The focus returns to the section's button. */
export function EditInPlace({ title, isEditing, button, form, children }: EditInPlaceProps) {
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <div>
      <div className={classes['head']}>
        <h2>{title}</h2>
        {button && !isEditing && <BeginButton {...button} ref={editButton} />}
      </div>
      {isEditing ? form : children}
    </div>
  );
}

function BeginButton(props: EditButton & { readonly ref: Ref<HTMLButtonElement> }) {
  const { text, label, whyNot, onEdit, ref } = props;
  const [isLoading, startLoading] = useTransition();
  return (
    <Hint label={whyNot} disabled={whyNot === undefined}>
      <Button
        ref={ref}
        variant="subtle"
        size="compact-sm"
        // Keeps the focus, unlike a disabled button.
        leftSection={
          isLoading ? (
            <Loader size={16} color="currentColor" />
          ) : (
            <IconPencil size={16} aria-hidden />
          )
        }
        aria-busy={isLoading}
        aria-label={label}
        aria-disabled={whyNot !== undefined}
        data-disabled={whyNot !== undefined}
        onClick={() => {
          if (whyNot === undefined) startLoading(onEdit);
        }}
      >
        {text}
      </Button>
    </Hint>
  );
}
