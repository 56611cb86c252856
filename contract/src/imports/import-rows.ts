import { z } from 'zod';
import { DtoAddress, countryOfPostalCode, provinceOfPostalCode } from '../addresses/address.ts';
import {
  type AddressCsvColumn,
  addressCsvColumns,
  NewSavedAddress,
} from '../addresses/addresses.ts';
import { type FieldMessageKey, isFieldMessageKey } from '../field-messages.ts';
import {
  importedTexts,
  isDeliveryServiceOffered,
  MAX_PACKAGES,
  NewOrder,
  Recipient,
} from '../orders/new-order.ts';
import {
  type CellReading,
  readCountry,
  readDeliveryService,
  readMeasure,
  readNumber,
  readPhone,
  readPostalCode,
  readProvince,
  readService,
  readSizeUnit,
  readText,
  readWeightUnit,
  readYesNo,
} from './import-cells.ts';
import {
  exceededLimit,
  type ImportCell,
  type ImportColumn,
  type ImportFile,
  matchHeaders,
  type OrderDetailsColumn,
  type OrderDetailsRow,
  type OrderPackagesColumn,
  type OrderPackagesRow,
} from './import-columns.ts';
import {
  type ImportCorrection,
  type ImportCorrectionCode,
  type ImportProblem,
  type ImportProblemCode,
  isError,
} from './import-problems.ts';

/** 1 is the first row below the headers. */
interface NumberedRow<Row> {
  row: number;
  cells: Row;
}

export interface ImportRules {
  /** The origin of rows that name none. */
  origin: NewOrder['originAddress'];
  phoneOptional: boolean;
}

export interface ReadOrder {
  row: number;
  packageRows: number[];
  /** False where the row does not name its origin. */
  hasOwnOrigin: boolean;
  /** Missing when a problem prevents it. */
  order?: NewOrder;
  problems: ImportProblem[];
  corrections: ImportCorrection[];
}

/** Unchecked values of the cells. */
const ImportedOrder = z.object(NewOrder.shape).refine(isDeliveryServiceOffered, {
  error: 'deliveryServiceNotOffered',
  path: ['deliveryService'],
});

/** Package rows with an order's reference. */
export interface PackageRows {
  readonly count: number;
  /** Reads the first rows. */
  readonly read: (most: number) => readonly NumberedRow<OrderPackagesRow>[];
}

/** Package rows read per order: one more than it may have. */
export const MOST_READ = MAX_PACKAGES + 1;

/** Problems listed per order; more would help little and take long to write. */
const MOST_PROBLEMS = 100;

/** `firstRow` is the first row with the reference; only it reads packages, which belong to it. */
export function readOrderRow(
  details: NumberedRow<OrderDetailsRow>,
  packages: PackageRows,
  rules: ImportRules,
  firstRow = details.row,
): ReadOrder {
  const reader: DetailsReader = rowReader('orderDetails', details);
  const own = firstRow === details.row ? packages.read(MOST_READ) : [];
  const packageReaders = own.map((row): PackageReader => rowReader('orderPackages', row));
  const refNumber = reader.text('order_ref_number');
  if (refNumber === undefined && reader.isEmpty('order_ref_number')) {
    reader.problem('order_ref_number', 'required');
  }
  const phone = reader.value('recipient_phone', readPhone, (read) => read.phone);
  if (!phone && !rules.phoneOptional && reader.isEmpty('recipient_phone')) {
    reader.problem('recipient_phone', 'required');
  }
  const texts = Object.fromEntries(
    importedTexts.map(({ name, column }) => [name, reader.text(column)]),
  );
  const notes = [
    reader.text('recipient_notes'),
    texts['notes'],
    phone?.extension && `${phone.phone} x${phone.extension}`,
  ].filter((note) => note !== undefined && note !== '');
  const tracking = packageReaders.flatMap((one) => one.text('package_tracking_number') ?? []);
  const hasOwnOrigin = hasOrigin(reader);
  const candidate = {
    ...texts,
    refNumber,
    originAddress: hasOwnOrigin ? readAddress(reader, 'origin') : rules.origin,
    recipient: {
      name: reader.text('recipient_name'),
      email: reader.text('recipient_email'),
      phone: phone?.phone,
    },
    recipientAddress: readAddress(reader, 'recipient'),
    notes: notes.length > 0 ? [...new Set(notes)].join('\n') : undefined,
    packages: packageReaders.length > 0 ? packageReaders.map(readPackage) : undefined,
    packageCount: readPackageCount(reader, packages.count, refNumber),
    service: reader.value('service', readService),
    deliveryService: reader.value('delivery_service', readDeliveryService),
    customFields: tracking.length
      ? [{ name: 'package_tracking_number', value: tracking.join(', ') }]
      : [],
  };
  const parsed = ImportedOrder.safeParse(candidate);
  const packageRows = own.map(({ row }) => row);
  const found = [reader, ...packageReaders].flatMap(({ problems }) => problems);
  const other = problemsOfIssues(parsed.error?.issues ?? [], details.row, packageRows).filter(
    (problem) => !found.some((known) => sameCell(known, problem) && isError(known)),
  );
  const problems = [...found, ...other];
  const ofDetails = problems.filter(({ file }) => file === 'orderDetails');
  const ofPackages = problems.filter(({ file }) => file === 'orderPackages');
  const { row } = details;
  if (firstRow !== row) {
    const { corrections } = reader;
    return {
      ...{ row, packageRows: [], hasOwnOrigin, corrections },
      problems: [...ofDetails, duplicateProblem(row, firstRow)],
    };
  }
  return {
    row,
    packageRows,
    hasOwnOrigin,
    ...(parsed.success && !problems.some(isError) && { order: parsed.data }),
    problems: [...ofDetails, ...ofPackages].slice(0, MOST_PROBLEMS),
    corrections: [reader, ...packageReaders].flatMap(({ corrections }) => corrections),
  };
}

type DetailsReader = RowReader<OrderDetailsColumn>;

type PackageReader = RowReader<OrderPackagesColumn>;

const ORIGIN_COLUMNS = ['street', 'unit', 'city', 'province', 'postal_code', 'country'] as const;

const hasOrigin = (reader: DetailsReader) =>
  ORIGIN_COLUMNS.some((part) => !reader.isEmpty(`origin_${part}`));

type Measure = ReturnType<typeof readMeasure>['value'];

const SIDES = ['package_length', 'package_width', 'package_height'] as const;

/** A weight or a size that is partly given is incomplete, not absent. */
function readPackage(reader: PackageReader) {
  const read = (column: OrderPackagesColumn) =>
    reader.value(column, readMeasure, ({ number }) => String(number));
  const weight = readWeight(reader);
  const weightUnit = readUnit(reader, 'package_weight_unit', weight?.unit, readWeightUnit);
  const sides = withoutZeros(reader, SIDES.map(read));
  const beside = sides.find((side) => side?.unit !== undefined)?.unit;
  const sizeUnit = readUnit(reader, 'package_dimension_unit', beside, readSizeUnit);
  const hasSize = sides.some((side) => side !== undefined);
  for (const column of hasSize ? SIDES : []) {
    if (reader.isEmpty(column)) reader.problem(column, 'required');
  }
  const [length, width, height] = sides.map(
    (side) => side && inUnit(side.number, sizeUnit ?? { factor: 1 }),
  );
  return {
    refNumber: reader.text('package_ref_number'),
    ...(weight && {
      weightOptions: {
        weight: inUnit(weight.number, weightUnit ?? { factor: 1 }),
        unit: weightUnit?.code,
      },
    }),
    ...(hasSize && { sizeOptions: { length, width, height, unit: sizeUnit?.code } }),
  };
}

function withoutZeros(reader: PackageReader, sides: readonly Measure[]) {
  const areUnknown =
    sides.every((side) => side?.number === 0 && !side.unit) &&
    reader.isEmpty('package_dimension_unit');
  for (const side of areUnknown ? SIDES : []) reader.correct(side, 'placeholderCleared', '');
  return areUnknown ? [] : sides;
}

/** Shops export 0 without a unit for a weight or size that they do not know. */
function readWeight(reader: PackageReader) {
  const weight = reader.value('package_weight', readMeasure, ({ number }) => String(number));
  const isUnknown = weight?.number === 0 && !weight.unit && reader.isEmpty('package_weight_unit');
  if (isUnknown) reader.correct('package_weight', 'placeholderCleared', '');
  return isUnknown ? undefined : weight;
}

/** Takes the unit's own cell, or the cell of a number that names it. */
function readUnit<Unit extends { code: string }>(
  reader: PackageReader,
  column: OrderPackagesColumn,
  beside: string | undefined,
  read: Parameters<typeof reader.value<Unit>>[1],
): Unit | undefined {
  if (beside === undefined || !reader.isEmpty(column)) {
    return reader.value(column, read, ({ code }) => code);
  }
  const { value, problem } = read(beside);
  if (problem) reader.problem(column, problem, { value: beside });
  if (value) reader.correct(column, 'unitFromNumber', value.code);
  return value;
}

/** Removes the noise of binary fractions (0.1 × 3). */
function inUnit(number: number, { factor }: { factor: number }): number {
  return factor === 1 ? number : Number((number * factor).toPrecision(12));
}

function readPackageCount(reader: DetailsReader, rows: number, refNumber: string | undefined) {
  const count = reader.value('package_count', readNumber);
  // Too many rows are refused as such.
  if (count !== undefined && rows > 0 && rows <= MAX_PACKAGES && count !== rows) {
    reader.problem('package_count', 'packageCountDisagrees', { count, rows });
  }
  const isPlain = count !== undefined && count >= 1 && count <= MAX_PACKAGES && rows === 0;
  if (isPlain) reader.problem('package_count', 'packagesPlain', { count });
  const isMissing = rows === 0 && refNumber !== undefined && reader.isEmpty('package_count');
  if (isMissing) reader.problem('package_count', 'packagesMissing', { value: shown(refNumber) });
  return count;
}

const sameCell = (one: ImportProblem, other: ImportProblem) =>
  one.file === other.file && one.row === other.row && one.column === other.column;

/** Undefined for X, which NT and NU share. */
function onlyProvinceOf(postalCode: string): string | undefined {
  if (countryOfPostalCode(postalCode) !== 'CA' || postalCode.startsWith('X')) return undefined;
  return provinceOfPostalCode(postalCode);
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no');

/** Takes country and province from the postal code when their cells are empty. */
function readAddress(reader: RowReader<OrderDetailsColumn>, party: 'recipient' | 'origin') {
  const province = reader.value(`${party}_province`, readProvince);
  const postalCode = reader.value(`${party}_postal_code`, (text) => readPostalCode(text, province));
  const written = reader.value(`${party}_country`, readCountry);
  const countryOfCode = postalCode && countryOfPostalCode(postalCode);
  if (!written && countryOfCode && reader.isEmpty(`${party}_country`)) {
    reader.correct(`${party}_country`, 'countryFromPostalCode', countryOfCode);
  }
  if (written && countryOfCode && written !== countryOfCode) {
    reader.problem(`${party}_country`, 'countryPostalMismatch', { postalCode, value: written });
  }
  const expected = postalCode && onlyProvinceOf(postalCode);
  if (expected && !province && reader.isEmpty(`${party}_province`)) {
    reader.correct(`${party}_province`, 'provinceFromPostalCode', expected);
  }
  if (expected && province && province !== expected) {
    const values = { postalCode, expected, value: province };
    reader.problem(`${party}_province`, 'provincePostalMismatch', values);
  }
  const business = `is_${party}_address_a_business` as const;
  return {
    street: reader.text(`${party}_street`),
    unit: reader.text(`${party}_unit`),
    city: reader.text(`${party}_city`),
    province: province ?? expected,
    postalCode,
    country: written ?? countryOfCode,
    isBusinessAddress: reader.value(business, readYesNo, yesNo),
  };
}

export function orderReferenceOf(cell: ImportCell | undefined): string | undefined {
  return readText(cell).value?.replace(/\s+/g, ' ');
}

/** Shortens a value for the text of a problem. */
const shown = (value: string) => (value.length > 100 ? `${value.slice(0, 100)}…` : value);

function duplicateProblem(row: number, earlier: number): ImportProblem {
  const place = { file: 'orderDetails', row, column: 'order_ref_number' } as const;
  return { ...place, code: 'refDuplicated', values: { row: earlier } };
}

/** `cell` is its reference. */
export function strayPackageProblem(row: number, cell: ImportCell | undefined): ImportProblem {
  const place = { file: 'orderPackages', row, column: 'order_ref_number' } as const;
  const limit = exceededLimit('orderPackages', cell);
  if (limit !== undefined) return { ...place, code: 'textTooLong', values: { limit } };
  const reference = orderReferenceOf(cell);
  return reference === undefined
    ? { ...place, code: 'required' }
    : { ...place, code: 'orderMissing', values: { value: shown(reference) } };
}

/** In the template's order. */
export const recipientColumns = Object.keys(addressCsvColumns).filter(isRecipientColumn);

export const neededRecipientColumns = [
  'recipient_name',
  'recipient_street',
  'recipient_city',
  'recipient_postal_code',
] as const satisfies AddressCsvColumn[];

export function isRecipientColumn(column: string): column is AddressCsvColumn {
  return Object.hasOwn(addressCsvColumns, column);
}

/** Matches names in English or French; undefined is a column that is not imported. */
export function matchRecipientHeaders(
  headers: readonly string[],
): (AddressCsvColumn | undefined)[] {
  return matchHeaders('orderDetails', headers).columns.map((column) =>
    column !== undefined && isRecipientColumn(column) ? column : undefined,
  );
}

/** Other columns are ignored. */
export type RecipientCells = Readonly<Partial<Record<AddressCsvColumn, string>>>;

const ImportedRecipient = z.object({ recipient: Recipient, recipientAddress: DtoAddress });

interface ReadRecipient {
  /** Missing when a problem prevents it. */
  saved?: NewSavedAddress;
  /** Readable cells, for completion by hand. */
  read: {
    recipient: Partial<Record<keyof Recipient, string | undefined>>;
    address: Partial<Record<string, string | undefined>>;
  };
  problems: ImportProblem[];
  corrections: ImportCorrection[];
}

/** Tells whether an empty cell follows from the postal code. */
function followsFromPostalCode(column: ImportColumn | undefined, cells: RecipientCells): boolean {
  return (
    (column === 'recipient_province' || column === 'recipient_country') && !cells[column]?.trim()
  );
}

export function readRecipientRow(numbered: NumberedRow<RecipientCells>): ReadRecipient {
  const reader = rowReader<OrderDetailsColumn>('orderDetails', numbered);
  const phone = reader.value('recipient_phone', readPhone, (read) => read.phone);
  if (phone?.extension) {
    // Unlike an order, a saved recipient has no notes that could keep the extension.
    reader.problem('recipient_phone', 'phoneExtension', { value: phone.extension });
  }
  const recipient = {
    name: reader.text('recipient_name'),
    email: reader.text('recipient_email'),
    phone: phone?.phone,
  };
  const { isBusinessAddress: _, ...address } = readAddress(reader, 'recipient');
  const parsed = ImportedRecipient.safeParse({ recipient, recipientAddress: address });
  const found = reader.problems;
  const other = problemsOfIssues(parsed.error?.issues ?? [], numbered.row, []).filter(
    ({ column }) =>
      !found.some((known) => known.column === column && isError(known)) &&
      !(address.postalCode === undefined && followsFromPostalCode(column, numbered.cells)),
  );
  const problems = [...found, ...other];
  const saved = NewSavedAddress.safeParse({ recipient, address });
  return {
    ...(saved.success && !problems.some(isError) && { saved: saved.data }),
    read: { recipient, address },
    problems,
    corrections: reader.corrections,
  };
}

/** Reads one row's cells and keeps problems and corrections. */
function rowReader<Column extends ImportColumn>(
  file: ImportFile,
  { row, cells }: NumberedRow<Readonly<Partial<Record<Column, ImportCell | undefined>>>>,
) {
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

  /** Undefined when empty or unreadable. `show` writes the value for a correction. */
  function value<Value>(
    column: Column,
    read: (text: string) => CellReading<Value>,
    show: (value: Value) => string = String,
  ): Value | undefined {
    const limit = exceededLimit(file, cells[column]);
    if (limit !== undefined) {
      problem(column, 'textTooLong', { limit });
      return undefined;
    }
    const text = readText(cells[column]);
    const reading: CellReading<Value> =
      text.value === undefined ? { problem: text.problem } : read(text.value);
    if (reading.problem) {
      problem(column, reading.problem, { value: shown(text.value ?? cellOf(column)) });
      return undefined;
    }
    const meaning = reading.value === undefined ? '' : show(reading.value);
    if (reading.change) {
      problem(column, reading.change, { value: text.value ?? '', meaning });
    }
    const correction = reading.correction ?? text.correction;
    if (correction) correct(column, correction, meaning);
    return reading.value;
  }

  return {
    problems,
    corrections,
    value,
    text: (column: Column) => value(column, (text) => ({ value: text })),
    isEmpty: (column: Column) => {
      const { value: text, problem: unreadable } = readText(cells[column]);
      return text === undefined && unreadable === undefined;
    },
    correct,
    problem,
  };
}

type RowReader<Column extends ImportColumn> = ReturnType<typeof rowReader<Column>>;

/** Maps parts of an order whose columns are named differently. */
const COLUMN_OF_PATH: Readonly<Record<string, ImportColumn>> = {
  refNumber: 'order_ref_number',
  'recipient.name': 'recipient_name',
  'recipient.email': 'recipient_email',
  'recipient.phone': 'recipient_phone',
  packageCount: 'package_count',
  packages: 'package_count',
  service: 'service',
  deliveryService: 'delivery_service',
  ...Object.fromEntries(importedTexts.map(({ name, column }) => [name, column])),
  customFields: 'package_tracking_number',
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function columnOfPath(path: readonly PropertyKey[]): ImportColumn | undefined {
  const [part, ...below] = path.map(String);
  const last = below.at(-1) ?? '';
  if (part === 'recipientAddress' || part === 'originAddress') {
    const party = part === 'originAddress' ? 'origin' : 'recipient';
    return `${party}_${snakeCase(last)}` as ImportColumn;
  }
  if (part === 'packages' && below.length > 1) {
    if (last === 'unit') {
      return below.includes('sizeOptions') ? 'package_dimension_unit' : 'package_weight_unit';
    }
    return `package_${last === 'refNumber' ? 'ref_number' : last}` as ImportColumn;
  }
  return COLUMN_OF_PATH[`${part}.${last}`] ?? COLUMN_OF_PATH[part ?? ''];
}

function codeOfIssue(issue: z.core.$ZodIssue, column: ImportColumn | undefined): FieldMessageKey {
  if (column === 'package_count') return 'packageCountInvalid';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'textTooLong';
  return isFieldMessageKey(issue.message) ? issue.message : 'required';
}

/** Places problems of the contract's schema at their cells. */
function problemsOfIssues(
  issues: readonly z.core.$ZodIssue[],
  row: number,
  packageRows: readonly number[],
): ImportProblem[] {
  return issues.map((issue) => {
    const column = columnOfPath(issue.path);
    const isOfPackage = column?.startsWith('package_') && column !== 'package_count';
    const [, index] = issue.path;
    const packageRow = packageRows[typeof index === 'number' ? index : 0];
    const code = codeOfIssue(issue, column);
    const values = issue.code === 'too_big' &&
      code === 'textTooLong' && { limit: Number(issue.maximum) };
    return {
      ...(isOfPackage && packageRow !== undefined
        ? ({ file: 'orderPackages', row: packageRow } as const)
        : ({ file: 'orderDetails', row } as const)),
      ...(column && { column }),
      code,
      ...(values && { values }),
    };
  });
}
