import type { KeyboardEvent, MouseEvent } from 'react';

/** Held down from another button. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** Ignores the second click of a double click, and a held key. */
export const pressedOnce = (act: () => void) => ({
  onClick: ({ detail }: MouseEvent) => {
    if (detail < 2) act();
  },
  onKeyDown: ignoreHeldEnter,
});
