import { Button, Loader } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useRef, useTransition } from 'react';
import classes from './EditInPlace.module.css';
import { Hint } from './Hint.tsx';

interface EditInPlaceProps {
  readonly title: ReactNode;
  readonly isEditing: boolean;
  /** The button that begins to edit; without one, nothing can be edited. */
  readonly button: EditButton | undefined;
  /** Shown while it is edited. */
  readonly form: ReactNode;
  /** Shown while it is not edited. */
  readonly children: ReactNode;
}

interface EditButton {
  readonly text: string;
  /** What a screen reader says of it: which part is edited. */
  readonly label: string;
  /** Why it cannot be edited now; the button says so and stays focusable. */
  readonly whyNot: string | undefined;
  /** The button shows that it is busy until the promise settles. */
  readonly onEdit: () => void | Promise<void>;
}

/** A section that turns into a form in its place. Focus returns to its button when the form closes. */
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
        // It stays what it is, and keeps the focus.
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
