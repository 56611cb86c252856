import type { MouseEvent } from 'react';

/** Focuses on release: a blur on press may show an error that moves the button. */
export const pressInPlace = {
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
  /** A click by keyboard leaves the focus in its field. */
  onClickCapture: ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (detail > 0) currentTarget.focus();
  },
};
