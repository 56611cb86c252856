import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPressed, isSingleKey, type PageShortcut } from './use-shortcut.ts';

const NOTHING_HELD = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const PAGE_SHORTCUTS: PageShortcut[] = [
  'palette',
  'help',
  'createOrder',
  'search',
  'enterList',
  'print',
  'ready',
  'edit',
];

const press = (key: string, held: Partial<typeof NOTHING_HELD> = {}, isMac = false) =>
  PAGE_SHORTCUTS.filter((name) => isPressed(name, { key, ...NOTHING_HELD, ...held }, isMac));

describe('the character decides', () => {
  test.each([
    ['/ on a keyboard of the United States', '/', {}, ['search']],
    ['? there, on the same key', '?', { shiftKey: true }, ['help']],
    ['/ on a French Canadian keyboard', '/', { shiftKey: true }, ['search']],
    ['? on a keyboard that has it without Shift', '?', {}, ['help']],
    ['c', 'c', {}, ['createOrder']],
    ['c with Caps Lock', 'C', {}, ['createOrder']],
    ['Shift+C', 'C', { shiftKey: true }, []],
    ['j', 'j', {}, ['enterList']],
    ['the arrow down', 'ArrowDown', {}, ['enterList']],
    ['Shift and the arrow down', 'ArrowDown', { shiftKey: true }, []],
    ['p', 'p', {}, ['print']],
  ])('%s', (_, key, held, pressed) => {
    expect(press(key, held)).toEqual(pressed);
  });
});

test('the palette opens on ⌘K on a Mac, where Ctrl+K is taken, and on Ctrl+K elsewhere', () => {
  expect(press('k', { metaKey: true }, true)).toEqual(['palette']);
  expect(press('k', { ctrlKey: true }, true)).toEqual([]);
  expect(press('k', { ctrlKey: true }, false)).toEqual(['palette']);
  expect(press('k', { metaKey: true }, false)).toEqual([]);
  expect(press('K', { ctrlKey: true, shiftKey: true }, false)).toEqual([]);
});

test('a key of the browser or the system triggers no one-character shortcut', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('/', '?', 'c', 'C', 'k'),
      fc.constantFrom('ctrlKey', 'metaKey', 'altKey'),
      fc.boolean(),
      fc.boolean(),
      (key, modifier, shiftKey, isMac) => {
        const pressed = press(key, { [modifier]: true, shiftKey }, isMac);
        expect(pressed.filter(isSingleKey)).toEqual([]);
      },
    ),
  );
});
