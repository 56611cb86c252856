import type { Command } from './command.ts';
import classes from './PaletteList.module.css';
import { ShortcutKeys } from './ShortcutKeys.tsx';

/** A command as the palette lists it. */
export function CommandLine({
  label,
  Icon,
  shortcut,
}: Pick<Command, 'label' | 'Icon' | 'shortcut'>) {
  return (
    <>
      <Icon size={18} stroke={1.75} aria-hidden className={classes['icon'] ?? ''} />
      <span className={classes['label']}>{label}</span>
      {shortcut && (
        <span aria-hidden className={classes['keys']}>
          <ShortcutKeys name={shortcut} />
        </span>
      )}
    </>
  );
}
