import type { KeyboardEvent, MouseEvent } from 'react';

/** Ignores an Enter key held down from another button. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** Props of a button that acts once: ignores the second click of a double click, and a held key. */
export const pressedOnce = (act: () => void) => ({
  onClick: ({ detail }: MouseEvent) => {
    if (detail < 2) act();
  },
  onKeyDown: ignoreHeldEnter,
});
