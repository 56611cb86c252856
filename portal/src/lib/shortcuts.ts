interface ShortcutEntry {
  /** Keys that are pressed together, `Mod` being ⌘ on a Mac and Ctrl elsewhere; there may be several ways. */
  readonly keys: readonly (readonly string[])[];
  /** Where it works: the keys of the list while one of its rows has the focus. */
  readonly where: 'everywhere' | 'ordersList';
}

/** Every shortcut of the portal, as the help lists them. */
export const shortcuts = {
  palette: { keys: [['Mod', 'K']], where: 'everywhere' },
  help: { keys: [['?']], where: 'everywhere' },
  createOrder: { keys: [['C']], where: 'everywhere' },
  search: { keys: [['/']], where: 'ordersList' },
  enterList: { keys: [['J'], ['ArrowDown']], where: 'ordersList' },
  print: { keys: [['P']], where: 'ordersList' },
  ready: { keys: [['R']], where: 'ordersList' },
  edit: { keys: [['E']], where: 'ordersList' },
  move: { keys: [['ArrowUp'], ['ArrowDown']], where: 'ordersList' },
  moveFar: { keys: [['PageUp'], ['PageDown']], where: 'ordersList' },
  moveToEnd: { keys: [['Home'], ['End']], where: 'ordersList' },
  open: { keys: [['Enter']], where: 'ordersList' },
  select: { keys: [['Space']], where: 'ordersList' },
  selectRange: {
    keys: [
      ['Shift', 'ArrowUp'],
      ['Shift', 'ArrowDown'],
      ['Shift', 'Space'],
    ],
    where: 'ordersList',
  },
  selectAll: { keys: [['Mod', 'A']], where: 'ordersList' },
} as const satisfies Record<string, ShortcutEntry>;

/** The name of a shortcut. */
export type ShortcutName = keyof typeof shortcuts;

/** A shortcut that answers wherever the focus is; the others are answered by the list itself. */
export type PageShortcut = Extract<
  ShortcutName,
  'palette' | 'help' | 'createOrder' | 'search' | 'enterList' | 'print' | 'ready' | 'edit'
>;

/** Shortcuts of one character: WCAG 2.1.4 asks that they can be turned off. */
export const isSingleKey = (name: PageShortcut) => shortcuts[name].keys[0].length === 1;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Whether an event presses the keys of a shortcut. The character decides, not the key that makes it:
 * `/` and `?` stand elsewhere on every keyboard, and either may need Shift.
 */
export function isPressed(name: PageShortcut, event: Pressed, isMac: boolean): boolean {
  const ways: readonly (readonly string[])[] = shortcuts[name].keys;
  return ways.some((keys) => isWayPressed(keys, event, isMac));
}

function isWayPressed(keys: readonly string[], event: Pressed, isMac: boolean): boolean {
  const hasMod = isMac ? event.metaKey : event.ctrlKey;
  const hasOther = event.altKey || (isMac ? event.ctrlKey : event.metaKey);
  if (hasOther || hasMod !== keys.includes('Mod')) return false;

  const key = keys.at(-1) ?? '';
  const isLetter = /^[A-Z]$/.test(key);
  // With Caps Lock a letter is a capital though Shift is not pressed.
  if (isLetter) return event.key.toUpperCase() === key && !event.shiftKey;
  return event.key === key && !(event.shiftKey && key.length > 1);
}
