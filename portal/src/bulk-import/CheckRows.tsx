import { Button, Group, List, SegmentedControl, Stack, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowLeft,
  IconArrowNarrowDown,
  IconWand,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { WrittenCell } from '@portage/contract/imports/checked-rows';
import { ImportFile, importColumns } from '@portage/contract/imports/import-columns';
import {
  importCorrections,
  type ImportCorrectionCode,
} from '@portage/contract/imports/import-problems';
import { importEndpoints } from '@portage/contract/imports/imports';
import type { Service } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { callKey } from '../lib/call-query.ts';
import { PopoverButton } from '../ui/MenuButton.tsx';
import type { RemoteBook } from './book/import-book.ts';
import {
  EVERYTHING,
  type ImportChoices,
  type ImportOpening,
  type ImportSummary,
  importTotals,
  type RepeatUse,
  type RowFilter,
} from './book/import-views.ts';
import classes from './BulkImport.module.css';
import { type CellPlace, type GridSelection, only, rangeOf } from './grid/grid-selection.ts';
import { ImportGrid } from './grid/ImportGrid.tsx';
import type { GridActions } from './grid/use-grid-editing.ts';
import { otherFile, updateSummary } from './import-work.ts';
import { ImportTotals } from './ImportTotals.tsx';

const FIRST_CELL = only({ index: 0, column: 0 });

interface Shown {
  readonly file: ImportFile;
  readonly filter: RowFilter;
  /** Rows that matched when the filter was chosen, so that a fixed row stays. */
  readonly rows: readonly number[];
  readonly selection: GridSelection;
  /** Increases whenever the focus enters the grid. */
  readonly focus: number;
}

/** Index of a cell's row among the visible rows, or -1. */
function placeOf(
  file: ImportFile,
  rows: readonly number[],
  cell: { readonly row: number; readonly column: string | undefined },
): CellPlace {
  const column = importColumns[file].findIndex((one) => one === cell.column);
  return { index: rows.indexOf(cell.row), column: Math.max(0, column) };
}

/** Starts at the first problem; without any, shows all rows. */
function atProblem({ file, rows, problem }: ImportOpening): Omit<Shown, 'focus'> {
  const selection = problem ? only(placeOf(file, rows, problem)) : FIRST_CELL;
  return { file, filter: problem ? 'problems' : 'all', rows, selection };
}

function useCheckedGrid(
  book: RemoteBook,
  summary: ImportSummary,
  opening: ImportOpening,
  submit: () => void,
) {
  const [version, setVersion] = useState(0);
  const [readings, setReadings] = useState(0);
  const [shown, setShown] = useState((): Shown => ({ ...atProblem(opening), focus: 1 }));
  // Problems that the server finds are shown only before anything else was looked at.
  const isUntouched = useRef(true);
  const { file, rows, selection, focus } = shown;
  /** Chosen last; its rows may still be read. */
  const chosen = useRef<Pick<Shown, 'file' | 'filter'>>(shown);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (focus > 0) grid.current?.focus({ preventScroll: true });
  }, [focus]);

  /** Takes a new summary; visible rows are read again. */
  function take(next: ImportSummary) {
    updateSummary(next);
    setVersion((before) => before + 1);
  }

  /** Takes what the server found; opens on its problems where there were none before. */
  async function takeFound(next: ImportSummary) {
    take(next);
    const hasProblems = ImportFile.options.some((one) => next.rowsWithProblems[one] > 0);
    if (!isUntouched.current || opening.problem || !hasProblems) return;
    isUntouched.current = false;
    open(atProblem(await book.opening()), 1);
  }

  function open(next: Omit<Shown, 'focus'>, steps = 0) {
    chosen.current = next;
    setShown((before) => ({ ...next, focus: before.focus + steps }));
  }

  async function whileReading<Result>(work: () => Promise<Result>): Promise<Result> {
    setReadings((before) => before + 1);
    try {
      return await work();
    } finally {
      setReadings((before) => before - 1);
    }
  }

  async function readRepeats(use: RepeatUse) {
    isUntouched.current = false;
    await whileReading(async () => {
      const next = await book.readRepeats(use);
      open(atProblem(await book.opening()));
      take(next);
    });
  }

  async function fill(filling: Promise<ImportSummary>) {
    const next = await whileReading(() => filling);
    take(next);
    setShown((before) => ({ ...before, focus: before.focus + 1 }));
    await toNext(next, -1);
  }

  function numberOrders() {
    const now = new Date().toLocaleString('sv-SE').slice(0, 'YYYY-MM-DD HH:MM'.length);
    void fill(book.numberOrders(now.replaceAll(/[-:]/g, '').replace(' ', '-')));
  }

  async function showRows(change: Partial<Pick<Shown, 'file' | 'filter'>>) {
    const next = { ...chosen.current, ...change };
    isUntouched.current = false;
    chosen.current = next;
    const found = await book.rowNumbers(next.file, next.filter);
    if (chosen.current === next) open({ ...next, rows: found, selection: FIRST_CELL });
  }

  async function toFirstProblem(nextFile: ImportFile) {
    const found = await book.rowNumbers(nextFile, 'all');
    const problem = await book.firstProblem(nextFile, found, -1);
    const selection = problem ? only(placeOf(nextFile, found, problem)) : FIRST_CELL;
    open({ file: nextFile, filter: 'all', rows: found, selection }, 1);
  }

  /** Goes to the next cell with a problem from a column on, then to the other file; or stays. */
  async function toNext(next: ImportSummary, from: number) {
    if (next.rowsWithProblems[file] === 0) {
      if (next.rowsWithProblems[otherFile[file]] > 0) await toFirstProblem(otherFile[file]);
      return;
    }
    const { index } = selection.cursor;
    const order = [...rows.slice(index), ...rows.slice(0, index), ...rows.slice(index, index + 1)];
    const found = await book.firstProblem(file, order, from);
    if (!found) return;
    const place = only(placeOf(file, rows, found));
    setShown((before) => ({ ...before, selection: place, focus: before.focus + 1 }));
  }

  async function fix(cell: WrittenCell) {
    const next = await book.write(file, [cell]);
    take(next);
    await toNext(next, selection.cursor.column - 1);
  }

  const actions: GridActions = {
    submit,
    fix: (cell) => void fix(cell),
    write: (cells) => void book.write(file, cells).then(take),
    paste: (place, text) => void book.paste(file, place, text).then(take),
    fillDown: () => {
      const { top, bottom, left, right } = rangeOf(selection);
      const from = top === bottom ? Math.max(0, top - 1) : top;
      const columns = importColumns[file].slice(left, right + 1);
      void book.fillDown(file, rows.slice(from, bottom + 1), columns).then(take);
    },
    undo: () =>
      void book.undo().then((undone) => {
        if (!undone) return;
        take(undone.summary);
        const place = placeOf(file, rows, undone);
        if (undone.file === file && place.index >= 0) select(only(place));
      }),
  };

  function select(next: GridSelection) {
    isUntouched.current = false;
    setShown((before) => ({ ...before, selection: next }));
  }

  return {
    ...shown,
    grid,
    version,
    isReading: readings > 0,
    actions,
    takeFound,
    readRepeats: (use: RepeatUse) => void readRepeats(use),
    numberOrders,
    setService: (service: Service) => void fill(book.setService(service)),
    select,
    show: (next: ImportFile) => void showRows({ file: next }),
    filterBy: (filter: RowFilter) => void showRows({ filter }),
    /** Goes to the next cell with a problem; after the last one from the beginning again. */
    toNextProblem: () => toNext(summary, selection.cursor.column),
  };
}

/** Orders per check call: few, for quick answers to a fix. */
const BATCH = 200;

const loadNothing = () => Promise.resolve(true);

function Corrections({ corrections }: { readonly corrections: Readonly<Record<string, number>> }) {
  const { t, locale } = useTranslation('bulkImport');
  const made = Object.entries(corrections) as [ImportCorrectionCode, number][];
  const count = made.reduce((sum, [, times]) => sum + times, 0);
  if (count === 0) return null;
  return (
    <PopoverButton
      withArrow
      position="bottom-end"
      load={loadNothing}
      renderButton={(target) => (
        <Button
          {...target}
          variant="subtle"
          size="compact-sm"
          mx={-8}
          leftSection={<IconWand size={16} aria-hidden />}
        >
          {t('check.corrections', { count })}
        </Button>
      )}
    >
      {() => (
        <List size="sm" spacing={4}>
          {made.map(([code, times]) => (
            <List.Item key={code}>
              {t('check.correction', {
                text: importCorrections[code][locale],
                number: times,
              })}
            </List.Item>
          ))}
        </List>
      )}
    </PopoverButton>
  );
}

interface CheckRowsProps {
  readonly book: RemoteBook;
  readonly summary: ImportSummary;
  readonly opening: ImportOpening;
  /** False where the device has no room to keep it. */
  readonly isKept: boolean;
  readonly onBack: () => void;
  /** Called when the server has taken the import. */
  readonly onSubmitted: () => void;
}

const NOTHING = {
  all: 'check.noProblems',
  problems: 'check.noProblems',
  warnings: 'check.noWarnings',
  corrected: 'check.noCorrections',
} as const satisfies Record<RowFilter, string>;

/** The second step: rows with their problems, fixed in place. */
export function CheckRows(props: CheckRowsProps) {
  const { book, summary, opening, isKept, onBack, onSubmitted } = props;
  const { t } = useTranslation('bulkImport');
  const [choices, setChoices] = useState<ImportChoices>({
    confirmed: false,
    createsAttention: false,
  });
  const submitButton = useRef<HTMLButtonElement>(null);
  const grid = useCheckedGrid(book, summary, opening, () => submitButton.current?.click());
  const { file, filter } = grid;
  /** Sends valid rows to the server batch by batch. */
  const check = useQuery({
    // Changes whenever cells or answers do: the next orders are checked then.
    queryKey: [...callKey(importEndpoints.check), grid.version],
    queryFn: async ({ signal }) => {
      const batch = await book.nextBatch(BATCH);
      if (!batch) return 0;
      const { detailsRows, packagesRows, version, ...body } = batch;
      const result = await callApi(importEndpoints.check, { body }, { signal });
      signal.throwIfAborted();
      const found = await book.takeAnswer({ detailsRows, packagesRows, version }, result);
      void grid.takeFound(found);
      return detailsRows.length;
    },
    enabled: importTotals(summary.groups, EVERYTHING).unchecked > 0,
    retry: false,
    gcTime: 0,
  });
  const { rowsWithProblems, rowsWithWarnings } = summary;
  const offersWarnings =
    filter === 'warnings' || ImportFile.options.some((one) => rowsWithWarnings[one] > 0);
  const numbers = {
    all: {},
    problems: { number: rowsWithProblems[file] },
    warnings: { number: rowsWithWarnings[file] },
    corrected: {},
  };
  const filters = (Object.keys(numbers) as (keyof typeof numbers)[])
    .filter((value) => value !== 'warnings' || offersWarnings)
    .map((value) => ({ value, label: t(`check.${value}`, numbers[value]) }));
  const tool = (
    name: 'nextProblem' | 'fillDown' | 'undo',
    Icon: typeof IconArrowDown,
    onClick: () => void,
    disabled = false,
  ) => (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon size={16} aria-hidden />}
      disabled={disabled}
      onClick={onClick}
    >
      {t(`check.${name}`)}
    </Button>
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap={0}>
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t('check.back')}
        </Button>
        {isKept && (
          <Text size="sm" c="dimmed" mr="auto">
            {t('check.kept')}
          </Text>
        )}
        <Corrections corrections={summary.corrections} />
      </Group>
      <ImportTotals
        summary={summary}
        choices={choices}
        onChoose={setChoices}
        onRepeats={grid.readRepeats}
        onNumber={grid.numberOrders}
        isReading={grid.isReading}
        onService={grid.setService}
        check={check}
        submit={{ button: submitButton, book, onSubmitted }}
      />
      <Group justify="space-between" inert={grid.isReading}>
        <Group gap="xs">
          <SegmentedControl
            aria-label={t('check.file')}
            data={ImportFile.options.map((one) => ({
              value: one,
              label: t('check.fileRows', {
                file: t(`file.${one}`),
                number: summary.rows[one],
              }),
            }))}
            value={file}
            onChange={(value) => grid.show(value)}
          />
          <SegmentedControl
            aria-label={t('check.filter')}
            className={classes['filters'] ?? ''}
            data={filters}
            value={filter}
            onChange={(value) => grid.filterBy(value)}
          />
        </Group>
        <Group gap="xs">
          {tool(
            'nextProblem',
            IconArrowDown,
            () => void grid.toNextProblem(),
            ImportFile.options.every((one) => rowsWithProblems[one] === 0),
          )}
          {tool('fillDown', IconArrowNarrowDown, grid.actions.fillDown)}
          {tool('undo', IconArrowBackUp, grid.actions.undo, !summary.canUndo)}
        </Group>
      </Group>
      {grid.rows.length === 0 ? (
        <Text c="dimmed" py="xl" ta="center">
          {t(NOTHING[filter])}
        </Text>
      ) : (
        <Stack gap="sm" inert={grid.isReading}>
          <ImportGrid
            key={file}
            book={book}
            file={file}
            rows={grid.rows}
            version={grid.version}
            selection={grid.selection}
            onSelect={grid.select}
            actions={grid.actions}
            grid={grid.grid}
          />
        </Stack>
      )}
    </Stack>
  );
}
