/** Index among the shown rows. */
export interface CellPlace {
  readonly index: number;
  readonly column: number;
}

/** `cursor` has the keyboard, `anchor` is the opposite corner. */
export interface GridSelection {
  readonly anchor: CellPlace;
  readonly cursor: CellPlace;
}

/** `page` is the number of visible rows. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

interface Keys {
  readonly key: string;
  readonly shift: boolean;
  readonly control: boolean;
}

export const only = (cell: CellPlace): GridSelection => ({ anchor: cell, cursor: cell });

export function rangeOf({ anchor, cursor }: GridSelection) {
  return {
    top: Math.min(anchor.index, cursor.index),
    bottom: Math.max(anchor.index, cursor.index),
    left: Math.min(anchor.column, cursor.column),
    right: Math.max(anchor.column, cursor.column),
  };
}

function target(cell: CellPlace, { key, control }: Keys, size: GridSize): CellPlace | undefined {
  const { index, column } = cell;
  switch (key) {
    case 'ArrowUp':
      return { index: control ? 0 : index - 1, column };
    case 'ArrowDown':
      return { index: control ? size.rows - 1 : index + 1, column };
    case 'ArrowLeft':
      return { index, column: control ? 0 : column - 1 };
    case 'ArrowRight':
      return { index, column: control ? size.columns - 1 : column + 1 };
    case 'Home':
      return { index: control ? 0 : index, column: 0 };
    case 'End':
      return { index: control ? size.rows - 1 : index, column: size.columns - 1 };
    case 'PageUp':
      return { index: index - size.page, column };
    case 'PageDown':
      return { index: index + size.page, column };
    default:
      return undefined;
  }
}

/** Returns the place, or the nearest that the grid has. */
export function within({ index, column }: CellPlace, { rows, columns }: GridSize): CellPlace {
  return {
    index: Math.max(0, Math.min(rows - 1, index)),
    column: Math.max(0, Math.min(columns - 1, column)),
  };
}

/** Shift keeps the anchor. Undefined for other keys. */
export function moved(
  selection: GridSelection,
  keys: Keys,
  size: GridSize,
): GridSelection | undefined {
  const to = target(selection.cursor, keys, size);
  if (!to) return undefined;
  const cursor = within(to, size);
  return keys.shift ? { anchor: selection.anchor, cursor } : only(cursor);
}
