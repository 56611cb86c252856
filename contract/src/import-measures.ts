import { type CellReading, isTooLong, readNumber } from './import-cells.ts';
import { headerKey } from './import-headers.ts';
import type { ImportProblemCode } from './import-problems.ts';

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
export interface ReadMeasure {
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
export function inUnit(number: number, { factor }: { factor: number }): number {
  return factor === 1 ? number : Number((number * factor).toPrecision(12));
}
