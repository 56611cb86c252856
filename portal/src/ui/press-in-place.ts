import type { MouseEvent } from 'react';

/**
 * What the buttons of a form are given that checks a field when it is left. A button takes the focus
 * when it is pressed; an error that this makes appear would move the button away before it is let go,
 * and the click would be lost. This one takes the focus when it is let go.
 */
export const pressInPlace = {
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
  /** A key that stands for a click leaves the focus in its field. */
  onClickCapture: ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (detail > 0) currentTarget.focus();
  },
};
