import type { ImportColumn, ImportFile } from '@portage/contract/import-columns';
import { useState } from 'react';
import type { ImportBook } from './book/import-book.ts';
import type { FileSummary } from './book/chosen-files.ts';
import type { FileFault } from '../lib/sheets/file-fault.ts';
import { useWorker } from '../lib/use-worker.ts';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';

/** What stands in the place of one of the two files. */
export type ChosenFile =
  | { readonly status: 'reading'; readonly name: string }
  | { readonly status: 'failed'; readonly name: string; readonly fault: FileFault }
  | { readonly status: 'read'; readonly summary: FileSummary };

type ChosenFilesState = Partial<Record<ImportFile, ChosenFile>>;

const otherFile = { orderDetails: 'orderPackages', orderPackages: 'orderDetails' } as const;

/** The summary of a file that was read. */
export function summaryOf(chosen: ChosenFile | undefined): FileSummary | undefined {
  return chosen?.status === 'read' ? chosen.summary : undefined;
}

const startBook = () =>
  new Worker(new URL('./book/book-worker.ts', import.meta.url), { type: 'module' });

/** The two files of an import, read in a worker that lives as long as the page. */
export function useImportFiles() {
  const book = useWorker<ImportBook>(startBook);
  const [files, setFiles] = useState<ChosenFilesState>({});

  function put(file: ImportFile, chosen: ChosenFile | undefined) {
    setFiles((before) => {
      const { [file]: _replaced, ...others } = before;
      return chosen ? { ...others, [file]: chosen } : others;
    });
  }

  async function readOne(file: ImportFile, blob: Blob, name: string) {
    put(file, { status: 'reading', name });
    const remembered = rememberedColumns(file);
    const read = await book().read(file, { blob, name, remembered });
    put(
      file,
      'fault' in read
        ? { status: 'failed', name, fault: read.fault }
        : { status: 'read', summary: read },
    );
  }

  return {
    files,
    book,
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
      void book().remove(file);
    },
    async swap() {
      const summaries = await book().swap();
      const entries = Object.entries(summaries).map(
        ([file, summary]) => [file, { status: 'read', summary }] as const,
      );
      setFiles(Object.fromEntries(entries));
    },
    async map(file: ImportFile, columns: readonly (ImportColumn | undefined)[]) {
      const summary = await book().map(file, columns);
      rememberColumns(file, summary.headers, columns);
      put(file, { status: 'read', summary });
    },
  };
}
export type ImportFiles = ReturnType<typeof useImportFiles>;
