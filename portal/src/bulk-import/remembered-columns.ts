import { ImportColumn, type ImportFile } from '@portage/contract/import-columns';
import { columnOfHeader, headerKey } from '@portage/contract/import-headers';
import { z } from 'zod';
import { currentSession } from '../lib/session.ts';
import type { RememberedColumns } from './book/chosen-files.ts';

const Remembered = z.record(z.string(), ImportColumn.nullable());

/** Where the device keeps, for each merchant, which columns its files have. */
const keyOf = (file: ImportFile) => `importColumns:${currentSession()?.merchantId}:${file}`;

/** The columns that were chosen by hand for headers of this merchant's files. */
export function rememberedColumns(file: ImportFile): RememberedColumns {
  try {
    const parsed = Remembered.safeParse(JSON.parse(localStorage.getItem(keyOf(file)) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

/** Keeps the columns of headers where they differ from what would be found without being told. */
export function rememberColumns(
  file: ImportFile,
  headers: readonly string[],
  columns: readonly (ImportColumn | undefined)[],
): void {
  const chosen = headers.flatMap((header, index) => {
    const column = columns[index];
    const isOwn = column !== columnOfHeader(file, header);
    return isOwn && header.trim() !== '' ? [[headerKey(header), column ?? null] as const] : [];
  });
  const kept = { ...rememberedColumns(file) };
  for (const header of headers) delete kept[headerKey(header)];
  localStorage.setItem(keyOf(file), JSON.stringify({ ...kept, ...Object.fromEntries(chosen) }));
}
