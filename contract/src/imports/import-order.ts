import { z } from 'zod';
import { readAddress } from './import-address-parts.ts';
import {
  readDeliveryService,
  readNumber,
  readPhone,
  readService,
  type CellReading,
  isTooLong,
} from './import-cells.ts';
import type {
  OrderDetailsColumn,
  OrderDetailsRow,
  OrderPackagesColumn,
  OrderPackagesRow,
} from './import-columns.ts';
import type { ImportCorrection } from './import-corrections.ts';
import { problemsOfIssues } from './import-issues.ts';
import { type ImportProblem, type ImportProblemCode, isError } from './import-problems.ts';
import { type NumberedRow, rowReader, type RowReader } from './import-row-reader.ts';
import { isDeliveryServiceOffered, MAX_PACKAGES, NewOrder } from '../orders/new-order.ts';
import { headerKey } from './import-headers.ts';

/** A unit that a file may use, and how much of Portage's unit it is. */
interface Unit<Code> {
  code: Code;
  factor: number;
}

/** Every spelling of a unit leads to it. */
function unitsBySpelling<Code>(units: readonly [spellings: string, Unit<Code>][]) {
  return new Map(
    units.flatMap(([spellings, unit]) =>
      spellings.split(' ').map((spelling) => [headerKey(spelling), unit] as const),
    ),
  );
}

const weightUnits = unitsBySpelling<'lb' | 'kg'>([
  ['lb lbs pound pounds livre livres', { code: 'lb', factor: 1 }],
  ['kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes', { code: 'kg', factor: 1 }],
  ['g gr gram grams gramme grammes', { code: 'kg', factor: 0.001 }],
  ['oz ounce ounces once onces', { code: 'lb', factor: 0.0625 }],
]);

const sizeUnits = unitsBySpelling<'inch' | 'cm'>([
  ['in inch inches po pouce pouces', { code: 'inch', factor: 1 }],
  ['cm cms centimeter centimeters centimetre centimetres', { code: 'cm', factor: 1 }],
  ['mm millimeter millimeters millimetre millimetres', { code: 'cm', factor: 0.1 }],
  ['m meter meters metre metres', { code: 'cm', factor: 100 }],
  ['ft foot feet pi pied pieds', { code: 'inch', factor: 12 }],
]);

/** A unit by its spellings in English and French; `"` is inches, as people write `10"`. */
function unitReader<Code extends string>(
  units: ReadonlyMap<string, Unit<Code>>,
  problem: ImportProblemCode,
) {
  return (text: string): CellReading<Unit<Code>> => {
    const value = units.get(headerKey(text.replace(/^["”″]$/, 'in').replace(/^['’′]$/, 'ft')));
    if (!value) return { problem };
    if (value.factor !== 1) return { value, correction: 'unitConverted' };
    return { value, correction: value.code === text ? undefined : 'unitWritten' };
  };
}

/** Pounds or kilograms; grams and ounces are converted. */
export const readWeightUnit = unitReader(weightUnits, 'weightUnitUnknown');

/** Inches or centimetres; millimetres, metres and feet are converted. */
export const readSizeUnit = unitReader(sizeUnits, 'sizeUnitUnknown');

/** A number and the unit that was written beside it in the same cell, such as `12 lb`. */
interface ReadMeasure {
  number: number;
  unit?: string | undefined;
}

/** A measure: a number, with or without its unit. */
export function readMeasure(text: string): CellReading<ReadMeasure> {
  if (isTooLong(text)) return { problem: 'numberInvalid' };
  const [, number = text, unit] =
    /^([+-]?[\d.,\s\u00A0\u202F]*\d)\s*(\p{L}+\.?|["”″'’′])$/u.exec(text) ?? [];
  const { value, problem, correction } = readNumber(number.trim());
  if (value === undefined) return { problem };
  return { value: { number: value, unit }, correction: unit ? 'unitFromNumber' : correction };
}

/** A measure in a unit's terms, without the noise of binary fractions (0.1 × 3). */
function inUnit(number: number, { factor }: { factor: number }): number {
  return factor === 1 ? number : Number((number * factor).toPrecision(12));
}

/** What the rows of a merchant are read with. */
export interface ImportRules {
  /** The main location: the origin of rows that name none. */
  origin: NewOrder['originAddress'];
  /** Whether recipients may lack a phone number. */
  phoneOptional: boolean;
}

/** What became of one row of the order details file and the rows of its packages. */
export interface ReadOrder {
  row: number;
  packageRows: number[];
  /** False where the origin is the merchant's main location, which the row does not name. */
  hasOwnOrigin: boolean;
  /** The order to create; missing when a problem keeps it from being created. */
  order?: NewOrder;
  problems: ImportProblem[];
  corrections: ImportCorrection[];
}

type DetailsReader = RowReader<OrderDetailsColumn>;
type PackageReader = RowReader<OrderPackagesColumn>;

/** An order as its cells give it, for the contract's schema to check. */
const ImportedOrder = z.object(NewOrder.shape).refine(isDeliveryServiceOffered, {
  error: 'deliveryServiceNotOffered',
  path: ['deliveryService'],
});

const ORIGIN_COLUMNS = ['street', 'unit', 'city', 'province', 'postal_code', 'country'] as const;

/** Tells whether a row names its own origin. */
const hasOrigin = (reader: DetailsReader) =>
  ORIGIN_COLUMNS.some((part) => !reader.isEmpty(`origin_${part}`));

/** A unit, from its own cell or from the cell of a number that names it. */
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

const SIDES = ['package_length', 'package_width', 'package_height'] as const;

/** One package; a weight or a size that is only partly given is incomplete, not absent. */
function readPackage(reader: PackageReader) {
  const read = (column: OrderPackagesColumn) =>
    reader.value(column, readMeasure, ({ number }) => String(number));
  const weight = read('package_weight');
  const weightUnit = readUnit(reader, 'package_weight_unit', weight?.unit, readWeightUnit);
  const sides = SIDES.map(read);
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

/** How many packages an order has, held against the rows of the package file. */
function readPackageCount(reader: DetailsReader, rows: number, refNumber: string | undefined) {
  const count = reader.value('package_count', readNumber);
  if (count !== undefined && rows > 0 && count !== rows) {
    reader.problem('package_count', 'packageCountDisagrees', { count, rows });
  }
  const isPlain = count !== undefined && count >= 1 && count <= MAX_PACKAGES && rows === 0;
  if (isPlain) reader.problem('package_count', 'packagesPlain', { count });
  const isMissing = rows === 0 && refNumber !== undefined && reader.isEmpty('package_count');
  if (isMissing) reader.problem('package_count', 'packagesMissing', { value: refNumber });
  return count;
}

const sameCell = (one: ImportProblem, other: ImportProblem) =>
  one.file === other.file && one.row === other.row && one.column === other.column;

/**
 * Reads one row of the order details file with the rows of its packages into the order to create.
 * SCHEDULED orders come without a window, for which the files have no columns: the server books the
 * first one that is offered.
 */
export function readOrderRow(
  details: NumberedRow<OrderDetailsRow>,
  packages: readonly NumberedRow<OrderPackagesRow>[],
  rules: ImportRules,
): ReadOrder {
  const reader: DetailsReader = rowReader('orderDetails', details);
  const packageReaders = packages.map((row): PackageReader => rowReader('orderPackages', row));
  const refNumber = reader.text('order_ref_number');
  if (refNumber === undefined && reader.isEmpty('order_ref_number')) {
    reader.problem('order_ref_number', 'required');
  }
  const phone = reader.value('recipient_phone', readPhone, (read) => read.phone);
  if (!phone && !rules.phoneOptional && reader.isEmpty('recipient_phone')) {
    reader.problem('recipient_phone', 'required');
  }
  const notes = [
    reader.text('recipient_notes'),
    reader.text('notes'),
    phone?.extension && `${phone.phone} x${phone.extension}`,
  ].filter((note) => note !== undefined && note !== '');
  const tracking = packageReaders.flatMap((one) => one.text('package_tracking_number') ?? []);
  const hasOwnOrigin = hasOrigin(reader);
  const candidate = {
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
    packageCount: readPackageCount(reader, packages.length, refNumber),
    service: reader.value('service', readService),
    deliveryService: reader.value('delivery_service', readDeliveryService),
    merchantDisplayName: reader.text('merchant_display_name'),
    customFields: tracking.length
      ? [{ name: 'package_tracking_number', value: tracking.join(', ') }]
      : [],
  };
  const parsed = ImportedOrder.safeParse(candidate);
  const packageRows = packages.map(({ row }) => row);
  const found = [reader, ...packageReaders].flatMap(({ problems }) => problems);
  const other = problemsOfIssues(parsed.error?.issues ?? [], details.row, packageRows).filter(
    (problem) => !found.some((known) => sameCell(known, problem) && isError(known)),
  );
  const problems = [...found, ...other];
  return {
    row: details.row,
    packageRows,
    hasOwnOrigin,
    ...(parsed.success && !problems.some(isError) && { order: parsed.data }),
    problems,
    corrections: [reader, ...packageReaders].flatMap(({ corrections }) => corrections),
  };
}
