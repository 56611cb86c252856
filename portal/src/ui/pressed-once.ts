import type { KeyboardEvent, MouseEvent } from 'react';

/** Focuses on release: a blur on press may show an error that moves the button. */
export const pressInPlace = {
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
  /** A click by keyboard leaves the focus in its field. */
  onClickCapture: ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (detail > 0) currentTarget.focus();
  },
};

/** Held down from another button. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** Looks disabled, but keeps the focus and can say why. */
export const softDisabled = (isDisabled: boolean) => ({
  'aria-disabled': isDisabled,
  'data-disabled': isDisabled,
});

/** Ignores the second click of a double click, and a held key. */
export const pressedOnce = (act: () => void) => ({
  onClick: ({ detail }: MouseEvent) => {
    if (detail < 2) act();
  },
  onKeyDown: ignoreHeldEnter,
});
