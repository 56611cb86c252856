import { foldForSearch } from '@portage/contract/fold-for-search';
import type { Icon } from '@tabler/icons-react';
import type { PageShortcut } from '../lib/shortcuts.ts';

/** Something that the palette can do: go to a page, or act. */
export interface Command {
  readonly id: string;
  readonly group: 'pages' | 'actions';
  readonly label: string;
  readonly Icon: Icon;
  /** The shortcut that does the same. */
  readonly shortcut?: PageShortcut;
  readonly run: () => void;
}

/** The commands whose label has every word that was typed, or a part of it. */
export function matchingCommands<Labelled extends Pick<Command, 'label'>>(
  commands: readonly Labelled[],
  typed: string,
): Labelled[] {
  const words = foldForSearch(typed).split(' ');
  return commands.filter(({ label }) => words.every((word) => foldForSearch(label).includes(word)));
}
