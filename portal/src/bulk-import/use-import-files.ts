import {
  ImportColumn,
  type ImportFile,
  columnOfHeader,
  headerKey,
} from '@portage/contract/imports/import-columns';
import type { FileSummary, RememberedColumns } from './book/chosen-files.ts';
import {
  changeWork,
  type ChosenFile,
  importBook,
  otherFile,
  useImportWork,
} from './import-work.ts';
import { z } from 'zod';
import { currentSession } from '../lib/session.ts';

export type ImportFiles = ReturnType<typeof useImportFiles>;

/** The two files of an import, read in a worker. */
export function useImportFiles() {
  const { files } = useImportWork();
  return {
    files,
    /** Reads a chosen file; of two that were dropped together the second goes to the other place. */
    choose(file: ImportFile, chosen: readonly File[]) {
      const [first, second] = chosen;
      if (first) void readOne(file, first, first.name);
      if (second) void readOne(otherFile[file], second, second.name);
    },
    paste(file: ImportFile, text: string, name: string) {
      void readOne(file, new Blob([text]), name);
    },
    remove(file: ImportFile) {
      put(file, undefined);
      void importBook().remove(file);
    },
    async swap() {
      const summaries = await importBook().swap({
        orderDetails: rememberedColumns('orderDetails'),
        orderPackages: rememberedColumns('orderPackages'),
      });
      const entries = Object.entries(summaries).map(
        ([file, summary]) => [file, { status: 'read', summary }] as const,
      );
      changeWork(() => ({ files: Object.fromEntries(entries) }));
    },
    async setHeaderLine(file: ImportFile, line: number | null) {
      const remembered = rememberedColumns(file);
      const summary = await importBook().setHeaderLine(file, line, remembered);
      put(file, { status: 'read', summary });
    },
    async map(file: ImportFile, columns: readonly (ImportColumn | undefined)[]) {
      const summary = await importBook().map(file, columns);
      rememberColumns(file, summary.headers, columns);
      put(file, { status: 'read', summary });
    },
  };
}

/** The summary of a file that was read. */
export function summaryOf(chosen: ChosenFile | undefined): FileSummary | undefined {
  return chosen?.status === 'read' ? chosen.summary : undefined;
}

function put(file: ImportFile, chosen: ChosenFile | undefined): void {
  changeWork(({ files }) => {
    const { [file]: _replaced, ...others } = files;
    return { files: chosen ? { ...others, [file]: chosen } : others };
  });
}

async function readOne(file: ImportFile, blob: Blob, name: string): Promise<void> {
  put(file, { status: 'reading', name });
  const remembered = rememberedColumns(file);
  const read = await importBook().read(file, { blob, name, remembered });
  put(
    file,
    'fault' in read
      ? { status: 'failed', name, fault: read.fault }
      : { status: 'read', summary: read },
  );
}

const Remembered = z.record(z.string(), ImportColumn.nullable());

/** Local storage key of a merchant's column choices. */
const keyOf = (file: ImportFile) => `importColumns:${currentSession()?.merchantId}:${file}`;

/** The columns that were chosen by hand for headers of this merchant's files. */
function rememberedColumns(file: ImportFile): RememberedColumns {
  try {
    const parsed = Remembered.safeParse(JSON.parse(localStorage.getItem(keyOf(file)) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

/** Keeps the columns of headers where they differ from what would be found without being told. */
function rememberColumns(
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

/** The columns without which no row of a file becomes an order; the others may be missing. */
const NEEDED: Readonly<Record<ImportFile, readonly ImportColumn[]>> = {
  orderDetails: [
    'order_ref_number',
    'recipient_name',
    'recipient_street',
    'recipient_city',
    'recipient_postal_code',
    'service',
  ],
  orderPackages: ['order_ref_number'],
};

/** The needed columns of a file that none of its headers leads to. */
export function missingColumns(
  file: ImportFile,
  columns: readonly (ImportColumn | undefined)[],
): ImportColumn[] {
  return NEEDED[file].filter((column) => !columns.includes(column));
}
