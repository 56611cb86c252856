import { useEffectEvent, useLayoutEffect } from 'react';
import { useOnDevice } from './use-on-device.ts';

// Combinations; `Mod` is ⌘ on a Mac and Ctrl elsewhere.
const everywhere = {
  palette: [['Mod', 'K']],
  help: [['?']],
  createOrder: [['C']],
  undo: [['Mod', 'Z']],
} as const;

const onOrders = {
  search: [['/']],
  enterList: [['J'], ['ArrowDown']],
  print: [['P']],
  printAndReady: [['Shift', 'P']],
  ready: [['R']],
  copyLink: [['L']],
  edit: [['E']],
} as const;

/** Need the focus on a row. */
const onRows = {
  move: [['ArrowUp'], ['ArrowDown']],
  moveFar: [['PageUp'], ['PageDown']],
  moveToEnd: [['Home'], ['End']],
  open: [['Enter']],
  select: [['Space']],
  selectRange: [
    ['Shift', 'ArrowUp'],
    ['Shift', 'ArrowDown'],
    ['Shift', 'Space'],
  ],
  selectAll: [['Mod', 'A']],
} as const;

export const shortcutsIn = { everywhere, ordersList: { ...onOrders, ...onRows } };
export const shortcuts = { ...everywhere, ...onOrders, ...onRows };
export type ShortcutName = keyof typeof shortcuts;

/** Works outside rows, too. */
export type PageShortcut = keyof typeof everywhere | keyof typeof onOrders;

/** WCAG 2.1.4 requires that single-character shortcuts can be turned off. */
export function isSingleKey(name: PageShortcut): boolean {
  const ways: readonly (readonly string[])[] = shortcuts[name];
  return !ways.some((keys) => keys.includes('Mod'));
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Compares characters: keyboards place `/` and `?` differently. */
export function isPressed(name: PageShortcut, event: Pressed, isMac: boolean): boolean {
  const ways: readonly (readonly string[])[] = shortcuts[name];
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
export const useSingleKeys = () => useOnDevice('singleKeyShortcuts', true);

const elementOf = ({ target }: KeyboardEvent) =>
  target instanceof Element ? target : document.body;

/** Milliseconds between the characters of a barcode scanner; people take longer. */
const SCANNER_PAUSE = 50;

const SHORTEST_CODE = 6;

const scanner = {
  typed: '',
  at: 0,
  ifAlone: undefined as (() => void) | undefined,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
};

function waitForScanner(run?: () => void): void {
  clearTimeout(scanner.timer);
  scanner.ifAlone = run;
  if (run) scanner.timer = setTimeout(runAlone, SCANNER_PAUSE);
}

function runAlone(): void {
  const { ifAlone } = scanner;
  waitForScanner();
  ifAlone?.();
}

function keepFromPage(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Takes what a scanner types outside fields and ends with Enter from shortcuts and buttons. */
export function useScanner(onScan: (code: string) => void): void {
  const follow = useEffectEvent((event: KeyboardEvent) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
    if (key === 'Shift' || event.repeat) return;
    const isFast = timeStamp - scanner.at < SCANNER_PAUSE;
    const before = isFast ? scanner.typed : '';
    scanner.at = timeStamp;
    scanner.typed = '';
    if (elementOf(event).closest(FIELDS)) return;
    if (/^\S$/u.test(key) && !ctrlKey && !metaKey && !altKey) {
      scanner.typed = before + key;
      if (before === '') return runAlone();
      waitForScanner();
      keepFromPage(event);
    } else if (key === 'Enter' && before.length >= SHORTEST_CODE) {
      keepFromPage(event);
      if (!elementOf(event).closest(LAYERS)) onScan(before);
    } else runAlone();
  });

  useLayoutEffect(() => {
    document.addEventListener('keydown', follow, { capture: true });
    return () => document.removeEventListener('keydown', follow, { capture: true });
  }, []);
}

/** Leaves keys to fields and layers, letters of a scanner to `useScanner`. */
export function useShortcut(name: PageShortcut, run: () => void): void {
  const [singleKeysAreOn] = useSingleKeys();
  const answer = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (!isPressed(name, event, isMac) || !isMeant(event)) return;
    event.preventDefault();
    if (/^[a-z]$/i.test(event.key) && isSingleKey(name)) waitForScanner(run);
    else run();
  });

  function isMeant(event: KeyboardEvent): boolean {
    const element = elementOf(event);
    if (element.closest(LAYERS)) return false;
    // The down arrow does nothing in a one-line search box.
    if (event.key === 'ArrowDown' && element.matches('input[type="search"]')) return true;
    if (element.closest(FIELDS)) return !isSingleKey(name) && name !== 'undo';
    return !isSingleKey(name) || singleKeysAreOn;
  }

  // An effect after the paint would miss keys pressed as soon as the page shows.
  useLayoutEffect(() => {
    document.addEventListener('keydown', answer);
    return () => document.removeEventListener('keydown', answer);
  }, []);
}
