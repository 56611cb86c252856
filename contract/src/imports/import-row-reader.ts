import { type CellReading, readText } from './import-cells.ts';
import type { ImportCell, ImportColumn, ImportFile } from './import-columns.ts';
import type { ImportCorrection, ImportCorrectionCode } from './import-corrections.ts';
import type { ImportProblem, ImportProblemCode } from './import-problems.ts';

/** A row with its number: 1 is the first row below the headers. */
export interface NumberedRow<Row> {
  row: number;
  cells: Row;
}

/** Reads the cells of one row, and keeps what was wrong or corrected. */
export interface RowReader<Column extends ImportColumn> {
  readonly problems: ImportProblem[];
  readonly corrections: ImportCorrection[];
  /** The text of a cell; undefined when it is empty or cannot be read. */
  text(column: Column): string | undefined;
  /** What a cell says; undefined when it is empty or cannot be read. `show` writes it for a correction. */
  value<Value>(
    column: Column,
    read: (text: string) => CellReading<Value>,
    show?: (value: Value) => string,
  ): Value | undefined;
  isEmpty(column: Column): boolean;
  correct(column: Column, code: ImportCorrectionCode, to: string): void;
  problem(
    column: Column | undefined,
    code: ImportProblemCode,
    values?: ImportProblem['values'],
  ): void;
}

/** A reader of one row of a file. */
export function rowReader<Column extends ImportColumn>(
  file: ImportFile,
  { row, cells }: NumberedRow<Readonly<Partial<Record<Column, ImportCell | undefined>>>>,
): RowReader<Column> {
  const problems: ImportProblem[] = [];
  const corrections: ImportCorrection[] = [];
  const cellOf = (column: Column) => String(cells[column] ?? '').trim();

  function correct(column: Column, code: ImportCorrectionCode, to: string) {
    corrections.push({ file, row, column, code, from: cellOf(column), to });
  }

  function problem(
    column: Column | undefined,
    code: ImportProblemCode,
    values?: ImportProblem['values'],
  ) {
    problems.push({ file, row, ...(column && { column }), code, ...(values && { values }) });
  }

  function value<Value>(
    column: Column,
    read: (text: string) => CellReading<Value>,
    show: (value: Value) => string = String,
  ): Value | undefined {
    const text = readText(cells[column]);
    const reading: CellReading<Value> =
      text.value === undefined ? { problem: text.problem } : read(text.value);
    if (reading.problem) {
      problem(column, reading.problem, { value: text.value ?? cellOf(column) });
      return undefined;
    }
    const shown = reading.value === undefined ? '' : show(reading.value);
    if (reading.change) {
      problem(column, reading.change, { value: text.value ?? '', meaning: shown });
    }
    const correction = reading.correction ?? text.correction;
    if (correction) correct(column, correction, shown);
    return reading.value;
  }

  return {
    problems,
    corrections,
    value,
    text: (column) => value(column, (text) => ({ value: text })),
    isEmpty: (column) => {
      const { value: text, problem: unreadable } = readText(cells[column]);
      return text === undefined && unreadable === undefined;
    },
    correct,
    problem,
  };
}
