import { Kbd, VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../i18n/i18n.ts';
import { type ShortcutName, shortcuts, isMac } from '../lib/use-shortcut.ts';
import classes from './ShortcutKeys.module.css';

export function ShortcutKeys({ name }: { readonly name: ShortcutName }) {
  const { t } = useTranslation('palette');
  return (
    <span className={classes['ways']}>
      {shortcuts[name].map((keys, index) => (
        <span key={keys.join()} className={classes['keys']}>
          {index > 0 && <VisuallyHidden component="span">{t('shortcuts.or')}</VisuallyHidden>}
          {keys.map((key) => (
            <KeyCap key={key} of={key} />
          ))}
        </span>
      ))}
    </span>
  );
}

type ShortcutKey = (typeof shortcuts)[ShortcutName][number][number];

/** Screen readers would misread the signs. */
const SIGNS = { Command: '⌘', ArrowUp: '↑', ArrowDown: '↓' } as const;
const NAMED_KEYS = [
  'Space',
  'Enter',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Control',
  'Shift',
] as const;

function KeyCap({ of }: { readonly of: ShortcutKey }) {
  const { t } = useTranslation('palette');
  const key = of === 'Mod' ? (isMac ? 'Command' : 'Control') : of;
  if (isOneOf(Object.keys(SIGNS) as (keyof typeof SIGNS)[], key)) {
    return (
      <>
        <VisuallyHidden component="span">{t(`key.${key}`)}</VisuallyHidden>
        <Kbd aria-hidden>{SIGNS[key]}</Kbd>
      </>
    );
  }
  return <Kbd>{isOneOf(NAMED_KEYS, key) ? t(`key.${key}`) : key}</Kbd>;
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((one) => one === name);
