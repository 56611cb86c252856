import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { quantile, type Figures } from './measure.ts';

/** Returns the machine, the day and the load in one line. */
export function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const cores = `${availableParallelism()} × ${cpus().at(0)?.model.trim() ?? 'unknown processor'}`;
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg().map((average) => average.toFixed(1));
  return `${day} · ${cores} · ${memory} GB · Node ${process.versions.node} · load ${load.join(' ')}`;
}

/** A row of a table of figures. */
export interface FiguresRow {
  name: string;
  figures: Figures;
  /** Bytes of one answer where they matter. */
  bytes?: number;
}

/** Formats the figures as a table. */
export function figuresTable(rows: readonly FiguresRow[]): string {
  return textTable([
    ['', 'per second', 'p50 ms', 'p97.5 ms', 'CPU ms', 'kB'],
    ...rows.map(({ name, figures, bytes }) => [
      name,
      figures.perSecond.toFixed(0),
      figures.p50.toFixed(1),
      figures.p975.toFixed(1),
      figures.cpu.toFixed(2),
      bytes === undefined ? '' : (bytes / 1000).toFixed(0),
    ]),
  ]);
}

/** Aligns the first column to the left and the others to the right. */
export function textTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  return lines
    .map((cells) =>
      widths
        .map((width, column) => {
          const cell = cells[column] ?? '';
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  '),
    )
    .join('\n');
}

type Goal = { atLeast: number } | { below: number };

/** Formats the median, lowest and highest ratio, and whether the goal is reached. */
export function ratioLine(name: string, ratios: readonly number[], goal: Goal): string {
  const ratio = quantile(ratios, 0.5);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const [words, isReached] =
    'atLeast' in goal
      ? [`at least ${goal.atLeast.toFixed(2)}`, ratio >= goal.atLeast]
      : [`below ${goal.below.toFixed(2)}`, ratio < goal.below];
  return `${name}: ${ratio.toFixed(2)} (${range}), goal ${words}: ${isReached ? 'reached' : 'missed'}`;
}
