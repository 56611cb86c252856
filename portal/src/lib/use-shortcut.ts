import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { isPressed, isSingleKey, type PageShortcut } from './shortcuts.ts';

/** Whether the portal runs on a device of Apple's, whose keyboards have ⌘ where others have Ctrl. */
export const isMac = /Macintosh|iPhone|iPad/.test(navigator.userAgent);

/** Where one types, so that a character is meant as such. A checkbox takes no characters. */
const FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
/** What lies above the page has keys of its own, and must not be left by accident. */
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Whether shortcuts of one character are on, and how to switch them. Kept on the device: they are in
 * the way of people who speak to their computer (WCAG 2.1.4).
 */
export function useSingleKeys() {
  const [areOn, setOn] = useLocalStorage({
    key: 'singleKeyShortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return [areOn, (on: boolean) => setOn(on)] as const;
}

/** Runs something when a shortcut's keys are pressed anywhere on the page, unless they mean something else there. */
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
    // An arrow is no character, and does nothing in a box of one line.
    if (key === 'ArrowDown' && element.matches('input[type="search"]')) return true;
    return !isSingleKey(name) || (singleKeysAreOn && !element.closest(FIELDS));
  }

  useEffect(() => {
    document.addEventListener('keydown', answer);
    return () => document.removeEventListener('keydown', answer);
  }, []);
}
