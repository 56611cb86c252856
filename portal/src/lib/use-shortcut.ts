import { useLocalStorage } from '@mantine/hooks';
import { useEffectEvent, useLayoutEffect } from 'react';

interface ShortcutEntry {
  /** Combinations; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys: readonly (readonly string[])[];
  /** `ordersList` needs the focus on a row. */
  readonly where: 'everywhere' | 'ordersList';
}

export const shortcuts = {
  palette: { keys: [['Mod', 'K']], where: 'everywhere' },
  help: { keys: [['?']], where: 'everywhere' },
  createOrder: { keys: [['C']], where: 'everywhere' },
  undo: { keys: [['Mod', 'Z']], where: 'everywhere' },
  search: { keys: [['/']], where: 'ordersList' },
  enterList: { keys: [['J'], ['ArrowDown']], where: 'ordersList' },
  print: { keys: [['P']], where: 'ordersList' },
  printAndReady: { keys: [['Shift', 'P']], where: 'ordersList' },
  ready: { keys: [['R']], where: 'ordersList' },
  copyLink: { keys: [['L']], where: 'ordersList' },
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

export type ShortcutName = keyof typeof shortcuts;

/** Works outside rows, too. */
export type PageShortcut = Extract<
  ShortcutName,
  | 'palette'
  | 'help'
  | 'createOrder'
  | 'undo'
  | 'search'
  | 'enterList'
  | 'print'
  | 'printAndReady'
  | 'ready'
  | 'copyLink'
  | 'edit'
>;

/** WCAG 2.1.4 requires that single-character shortcuts can be turned off. */
export function isSingleKey(name: PageShortcut): boolean {
  const ways: readonly (readonly string[])[] = shortcuts[name].keys;
  return !ways.some((keys) => keys.includes('Mod'));
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** By character: keyboards place `/` and `?` differently. */
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
  // Caps Lock makes a capital without Shift.
  if (isLetter) {
    return event.key.toUpperCase() === key && event.shiftKey === keys.includes('Shift');
  }
  return event.key === key && !(event.shiftKey && key.length > 1);
}

/** Apple keyboards have ⌘ instead of Ctrl. */
export const isMac = /Macintosh|iPhone|iPad/.test(navigator.userAgent);

const FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
/** Layers with keys of their own. */
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Saved on the device; single keys disturb speech input (WCAG 2.1.4). */
export function useSingleKeys() {
  const [areOn, setOn] = useLocalStorage({
    key: 'singleKeyShortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return [areOn, (on: boolean) => setOn(on)] as const;
}

/** Leaves keys to fields and layers. */
export function useShortcut(name: PageShortcut, run: () => void): void {
  const [singleKeysAreOn] = useSingleKeys();
  const answer = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (!isPressed(name, event, isMac) || !isMeant(event)) return;
    event.preventDefault();
    run();
  });

  function isMeant({ key, target }: KeyboardEvent): boolean {
    const element = target instanceof Element ? target : document.body;
    if (element.closest(LAYERS)) return false;
    // The down arrow does nothing in a one-line search box.
    if (key === 'ArrowDown' && element.matches('input[type="search"]')) return true;
    if (element.closest(FIELDS)) return !isSingleKey(name) && name !== 'undo';
    return !isSingleKey(name) || singleKeysAreOn;
  }

  // An effect after the paint would miss keys pressed as soon as the page shows.
  useLayoutEffect(() => {
    document.addEventListener('keydown', answer);
    return () => document.removeEventListener('keydown', answer);
  }, []);
}
