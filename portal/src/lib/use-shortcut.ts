import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { isPressed, isSingleKey, type PageShortcut } from './shortcuts.ts';

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

  useEffect(() => {
    document.addEventListener('keydown', answer);
    return () => document.removeEventListener('keydown', answer);
  }, []);
}
