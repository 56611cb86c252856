import type { ReactNode } from 'react';

/** One line of the palette. */
export interface PaletteOption {
  readonly id: string;
  readonly content: ReactNode;
  readonly run: () => void;
  /** Whether the palette stays open when it is run. */
  readonly staysOpen?: boolean;
}

/** Lines that belong together, under their name. */
export interface PaletteGroup {
  readonly name: string;
  readonly options: readonly PaletteOption[];
}

/** The options of all groups, in the order in which the keyboard passes them. */
export const optionsOf = (groups: readonly PaletteGroup[]) =>
  groups.flatMap(({ options }) => options);

/** The option that an arrow key leads to: after the last comes the first. */
export function nextOption(
  options: readonly PaletteOption[],
  current: PaletteOption | undefined,
  step: 1 | -1,
): PaletteOption | undefined {
  const index = options.findIndex(({ id }) => id === current?.id);
  return options.at((index + step) % options.length);
}
