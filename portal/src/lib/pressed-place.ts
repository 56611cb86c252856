/** The button or link that was pressed last, also by Enter in a form. */
let pressed: Element | undefined;

if (typeof document !== 'undefined') {
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element) pressed = target.closest('button, a, label') ?? target;
    },
    { capture: true },
  );
}

/** The form of what was pressed last, or by itself: where the user tries again. */
export const pressedPlace = (): Element | undefined => pressed?.closest('form') ?? pressed;

/** Tells whether what was pressed last reaches into a part of the window. */
export function isPressedWithin(area: Omit<DOMRectInit, 'z'>): boolean {
  if (!pressed?.isConnected) return false;
  const { left, right, top, bottom, width } = pressed.getBoundingClientRect();
  const { x = 0, y = 0, width: areaWidth = 0, height = 0 } = area;
  return width > 0 && right > x && left < x + areaWidth && bottom > y && top < y + height;
}
