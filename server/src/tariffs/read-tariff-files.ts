import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { csvRows } from '@portage/contract/csv';
import {
  columnsOf,
  type TariffPart,
  tariffParts,
  type TariffRows,
  tariffRows,
} from '../rates/tariff.ts';

/** The heading is line 1. */
export interface TariffProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export type TariffLines = {
  [Part in TariffPart]: { readonly line: number; readonly row: TariffRows[Part][number] }[];
};

export interface ReadTariff {
  readonly lines: TariffLines;
  readonly problems: TariffProblem[];
}

/** Reads `services.csv` to `cutoffs.csv`. Lists invalid rows and missing files as problems. */
export function readTariffFiles(directory: string): ReadTariff {
  const problems: TariffProblem[] = [];

  function read(part: TariffPart) {
    const file = `${part}.csv`;
    const { records, problem } = readRecords(path.join(directory, file), columnsOf(part));
    if (problem !== undefined) problems.push({ file, line: 1, message: problem });
    return records.flatMap(({ line, record }) => {
      const { success, data, error } = tariffRows[part].safeParse(record);
      if (success) return [{ line, row: data }];
      for (const { path: at, message } of error.issues) {
        problems.push({ file, line, message: `${at.join('.')}: ${message}` });
      }
      return [];
    });
  }

  const lines = Object.fromEntries(tariffParts.map((part) => [part, read(part)])) as TariffLines;
  return { lines, problems };
}

export const rowsOf = (lines: TariffLines): TariffRows =>
  Object.fromEntries(
    tariffParts.map((part) => [part, lines[part].map(({ row }) => row)]),
  ) as TariffRows;

interface Records {
  readonly records: { readonly line: number; readonly record: Record<string, string> }[];
  readonly problem?: string;
}

function readRecords(file: string, columns: readonly string[]): Records {
  if (!existsSync(file)) return { records: [], problem: 'the file is missing' };
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const [heading = [], ...rows] = csvRows(text, ',').rows;
  const names = heading.map((name) => name.trim());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    return { records: [], problem: `the heading lacks ${missing.join(', ')}` };
  }
  const records = rows.flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const record = Object.fromEntries(names.map((name, at) => [name, cells[at]?.trim() ?? '']));
    return [{ line: index + 2, record }];
  });
  return { records };
}
