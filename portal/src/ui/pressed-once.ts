import type { KeyboardEvent, MouseEvent } from 'react';

/** Lets a button do nothing as long as Enter is held that was pressed on another before. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/**
 * What a button is given that must do its work once: the second click of a double click may be meant
 * for a button that was in this place before, and so may a key that is held.
 */
export const pressedOnce = (act: () => void) => ({
  onClick: ({ detail }: MouseEvent) => {
    if (detail < 2) act();
  },
  onKeyDown: ignoreHeldEnter,
});
