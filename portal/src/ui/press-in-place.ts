import type { MouseEvent } from 'react';

/**
 * Props of a form's buttons that take the focus on release: a blur on press may show an error,
 * which moves the button away from its click.
 */
export const pressInPlace = {
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
  /** A click by keyboard leaves the focus in its field. */
  onClickCapture: ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (detail > 0) currentTarget.focus();
  },
};
