import { type Country, countryOfPostalCode, normalizePostalCode } from '../addresses/address.ts';
import { provincesOf } from '../addresses/provinces.ts';
import { repairedAccents } from '../csv.ts';
import { toPhoneDigits } from '../phone.ts';
import { DeliveryService, deliveryServiceNames, Service, serviceNames } from '../rates/rates.ts';
import { cleanText } from '../text.ts';
import { headerKey, type ImportCell } from './import-columns.ts';
import type { ImportCorrectionCode, ImportProblemCode } from './import-problems.ts';

/** A value with its correction, or a problem. */
export interface CellReading<Value> {
  value?: Value | undefined;
  correction?: ImportCorrectionCode | undefined;
  /** Set where the value means something else; the merchant must confirm it. */
  change?: ImportProblemCode | undefined;
  problem?: ImportProblemCode | undefined;
}

/** Texts that people and programs write for "no value". */
const PLACEHOLDERS = /^(?:-+|–|—|n\/?a|n\.a\.|null|nil|none|undefined|nan|aucune?|s\/o)$/i;

/** English and French. References and notes begin with `#`, too. */
export const SPREADSHEET_ERROR =
  /^(?:#(?:N\/A|(?:REF|VALUE|NAME|DIV\/0|NUM|NULL|SPILL|CALC|VALEUR|NOM|NOMBRE|NUL|PROPAGATION)\s?[!?]?)|Err:5\d\d)$/i;

/** `="07030"`, which keeps spreadsheets from reading a number, and `'07030`, which does the same. */
const WRAPPED = /^(?:="([^"]*)"|'(?=[=+\-@\d])(.*))$/s;

const FORMULA = /^=[\s\S]/;

/** Undefined for an empty cell. */
export function readText(cell: ImportCell | undefined): CellReading<string> {
  if (cell === undefined || cell === null) return {};
  if (typeof cell === 'boolean') return { value: cell ? 'yes' : 'no' };
  const given = String(cell);
  const repaired = repairedAccents(given);
  const text = cleanText(repaired.replace(/[\u200B-\u200D\u2060\uFEFF]/g, ''));
  if (text === '') return {};
  if (SPREADSHEET_ERROR.test(text)) return { problem: 'spreadsheetError' };
  if (PLACEHOLDERS.test(text)) return { correction: 'placeholderCleared' };
  const [, quoted, plain] = WRAPPED.exec(text) ?? [];
  const inner = (quoted ?? plain)?.trim();
  if (inner !== undefined) return { value: inner || undefined, correction: 'textUnwrapped' };
  if (FORMULA.test(text)) return { problem: 'formula' };
  return { value: text, ...(repaired !== given && { correction: 'accentsRestored' }) };
}

const YES = /^(?:y|yes|true|t|1|x|o|oui|vrai|v)$/i;

const NO = /^(?:n|no|false|f|0|non|faux)$/i;

export function readYesNo(text: string): CellReading<boolean> {
  if (!YES.test(text) && !NO.test(text)) return { problem: 'yesNoInvalid' };
  const correction = /^(?:yes|no|true|false)$/i.test(text) ? undefined : 'yesNoWritten';
  return { value: YES.test(text), correction };
}

/** Searching longer cells for a number takes long. */
const LONGEST_NUMBER = 100;

const isTooLong = (text: string): boolean => text.length > LONGEST_NUMBER;

/** Accepts either decimal sign and separated thousands. Ambiguous `1,234` is not guessed. */
export function readNumber(text: string): CellReading<number> {
  if (isTooLong(text)) return { problem: 'numberInvalid' };
  const compact = text.replace(/[\s'’]/g, '');
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(compact)) {
    const correction = compact === text ? undefined : 'numberWritten';
    return { value: Number(compact), correction };
  }
  if (/^[+-]?(?:0|\d{4,}|\d{1,3}(?=,(?!\d{3}$))),\d+$/.test(compact)) {
    return { value: Number(compact.replace(',', '.')), correction: 'decimalComma' };
  }
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$|^[+-]?\d{1,3}(?:,\d{3}){2,}$/.test(compact)) {
    return { value: Number(compact.replaceAll(',', '')), correction: 'numberWritten' };
  }
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(compact)) {
    const value = Number(compact.replaceAll('.', '').replace(',', '.'));
    return { value, correction: 'decimalComma' };
  }
  return { problem: /^[+-]?\d{1,3},\d{3}$/.test(compact) ? 'numberAmbiguous' : 'numberInvalid' };
}

/** A number and the unit in the same cell, such as `12 lb`. */
interface ReadMeasure {
  number: number;
  unit?: string | undefined;
}

export function readMeasure(text: string): CellReading<ReadMeasure> {
  if (isTooLong(text)) return { problem: 'numberInvalid' };
  const [, number = text, unit] = /^([+-]?[\d.,\s]*\d)\s*(\p{L}+\.?|["”″'’′])$/u.exec(text) ?? [];
  const { value, problem, correction } = readNumber(number.trim());
  if (value === undefined) return { problem };
  return { value: { number: value, unit }, correction: unit ? 'unitFromNumber' : correction };
}

/** `factor` converts to Portage's unit. */
interface Unit<Code> {
  code: Code;
  factor: number;
}

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

/** `"` is inches, as in `10"`. */
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

export const readWeightUnit = unitReader(weightUnits, 'weightUnitUnknown');

export const readSizeUnit = unitReader(sizeUnits, 'sizeUnitUnknown');

/** A phone number with its extension, which a phone field cannot hold. */
interface ReadPhone {
  phone: string;
  extension?: string;
}

const EXTENSION = /[\s,;]*(?:extension|ext\.?|poste|x|#)\s*(\d{1,6})$/i;

/** Digits that a spreadsheet rounded (`5.14555E+09`) cannot be recovered. */
export function readPhone(text: string): CellReading<ReadPhone> {
  if (isTooLong(text)) return { problem: 'phoneInvalid' };
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)) return { problem: 'phoneShortened' };
  const extension = EXTENSION.exec(text)?.[1];
  const number = text.replace(EXTENSION, '').replace(/^(\d{7,15})\.0$/, '$1');
  const international = number.replace(/^00(?=[2-9])|^011(?=[2-9])/, '+');
  if (!/^[+(\d][\d\s().\-–/]*$/.test(international)) return { problem: 'phoneInvalid' };
  const isNational = /^1?\d{10}$/.test(international.replace(/\D/g, ''));
  if (!isNational && !international.startsWith('+')) return { problem: 'phoneInvalid' };
  const phone = toPhoneDigits(international);
  if (extension) return { value: { phone, extension }, correction: 'phoneExtensionMoved' };
  return { value: { phone }, correction: phone === text ? undefined : 'phoneWritten' };
}

/** As people and older post offices write them. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  AB: 'alta|alb',
  BC: 'cb|colombie britannique',
  MB: 'man',
  NB: 'n-b',
  NL: 'nfld|nf|tnl|newfoundland|labrador|terre-neuve',
  NS: 'n-é|ne-écosse',
  NT: 'nwt|tno',
  ON: 'ont',
  PE: 'pei|ipe|ile du prince edouard',
  QC: 'pq|que|qué',
  SK: 'sask',
  YT: 'yuk|yukon territory',
  NU: 'nvt',
};

/** Canada's come first. */
const provinceByName = new Map(
  (['US', 'CA'] as const).flatMap((country) =>
    Object.entries(provincesOf[country]).flatMap(([code, { en, fr }]) => {
      const others = country === 'CA' ? (SHORT_NAMES[code]?.split('|') ?? []) : [];
      return [code, en, fr, ...others].map((name) => [headerKey(name), code] as const);
    }),
  ),
);

const PROVINCE_CODES = new Set([...Object.keys(provincesOf.CA), ...Object.keys(provincesOf.US)]);

export function readProvince(text: string): CellReading<string> {
  const letters = text.toUpperCase();
  if (PROVINCE_CODES.has(letters)) return { value: letters };
  const value = provinceByName.get(headerKey(text.replace(/^(?:CA|US)-/i, '')));
  return value ? { value, correction: 'provinceByName' } : { problem: 'provinceUnknown' };
}

const COUNTRY_NAMES: Readonly<Record<string, Country>> = {
  can: 'CA',
  canada: 'CA',
  us: 'US',
  usa: 'US',
  unitedstates: 'US',
  unitedstatesus: 'US',
  unitedstatesofamerica: 'US',
  america: 'US',
  etatsunis: 'US',
  etatsunisdamerique: 'US',
  eu: 'US',
  eua: 'US',
};

export function readCountry(text: string): CellReading<Country> {
  const letters = text.toUpperCase();
  if (letters === 'CA' || letters === 'US') return { value: letters };
  const value = COUNTRY_NAMES[headerKey(text)];
  return value ? { value, correction: 'countryByName' } : { problem: 'countryUnknown' };
}

/** The states whose ZIP codes begin with a zero, which spreadsheets drop. */
const ZERO_STATES = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT']);

/** Corrects O and I to digits where only a digit can be. */
function withDigits(code: string): string {
  return code.replace(
    /^(\p{L})([\dOI])(\p{L})([\dOI])(\p{L})([\dOI])$/iu,
    (_, ...parts: string[]) =>
      parts
        .slice(0, 6)
        .map((part, index) => (index % 2 === 1 ? part.replace(/o/i, '0').replace(/i/i, '1') : part))
        .join(''),
  );
}

/** Restores the zero that a spreadsheet dropped. */
function withZero(code: string, province: string | undefined): string | undefined {
  if (!province || !ZERO_STATES.has(province)) return undefined;
  const [, zip, plus] = /^(\d{4})(?:-?(\d{4}))?$/.exec(code) ?? [];
  return zip && `0${zip}${plus ? `-${plus}` : ''}`;
}

/** `province` is the row's, as far as it is readable. */
export function readPostalCode(text: string, province: string | undefined): CellReading<string> {
  const plain = text.replace(/^['’]/, '');
  const typed = normalizePostalCode(plain);
  if (countryOfPostalCode(typed)) {
    return { value: typed, correction: plain === text ? undefined : 'textUnwrapped' };
  }
  const bare = typed.replace(/\.0$/, '').replace(/(?<=\w)[-–.](?=\w)/g, '');
  const zip = withZero(bare, province);
  if (zip) return { value: zip, correction: 'zipZeroRestored' };
  const spelled = normalizePostalCode(withDigits(bare).replace(/^(\d{5})(\d{4})$/, '$1-$2'));
  return countryOfPostalCode(spelled)
    ? { value: spelled, correction: 'postalCodeWritten' }
    : { problem: 'postalCodeInvalid' };
}

type NamesByCode<Code extends string> = Readonly<Partial<Record<Code, readonly string[]>>>;

interface CodeNames<Code extends string> {
  readonly codes: readonly Code[];
  readonly spellings: (code: Code) => readonly string[];
  /** Names of other carriers' similar services, to be confirmed. */
  readonly close: NamesByCode<Code>;
  readonly correction: ImportCorrectionCode;
  readonly change: ImportProblemCode;
  readonly problem: ImportProblemCode;
}

/** Reads a code by any spelling, its name in either language or a close one. */
function codeReader<Code extends string>(names: CodeNames<Code>) {
  const byKey = (namesOf: (code: Code) => readonly string[]) =>
    new Map(
      names.codes.flatMap((code) => namesOf(code).map((name) => [headerKey(name), code] as const)),
    );
  const known = byKey((code) => [code, ...names.spellings(code)]);
  const close = byKey((code) => names.close[code] ?? []);
  return (text: string): CellReading<Code> => {
    const value = known.get(headerKey(text));
    if (value !== undefined) {
      return { value, correction: value === text ? undefined : names.correction };
    }
    const near = close.get(headerKey(text));
    return near === undefined ? { problem: names.problem } : { value: near, change: names.change };
  };
}

const SERVICE_SPELLINGS: NamesByCode<Service> = {
  NEXTDAY: ['next', 'le lendemain', 'jour suivant'],
  SAMEDAY: ['same', 'le jour même', 'même jour'],
  SCHEDULED: ['schedule', 'planifié', 'programmée'],
  CUSTOMER_BOOKING: ['booking', 'appointment', 'rendez-vous'],
  FLEX: ['flexible'],
};

export const readService = codeReader({
  codes: Service.options,
  spellings: (code) => [...Object.values(serviceNames[code]), ...(SERVICE_SPELLINGS[code] ?? [])],
  close: {
    NEXTDAY: ['overnight', '24h'],
    SAMEDAY: ['today'],
    STANDARD: ['ground', 'regular', 'régulier'],
  },
  correction: 'serviceByName',
  change: 'serviceAssumed',
  problem: 'serviceUnknown',
});

const DELIVERY_SPELLINGS: Readonly<Record<DeliveryService, readonly string[]>> = {
  TO_THE_DOOR: ['door', 'leave at door', 'à la porte', 'laisser à la porte', 'porte'],
  THRESHOLD: ['at the threshold', 'at the entrance', 'seuil', 'à l’entrée'],
  ROOM_OF_CHOICE: ['room', 'pièce de votre choix', 'pièce'],
  WHITE_GLOVE: ['white gloves', 'gant blanc'],
};

export const readDeliveryService = codeReader({
  codes: DeliveryService.options,
  spellings: (code) => [...Object.values(deliveryServiceNames[code]), ...DELIVERY_SPELLINGS[code]],
  close: { THRESHOLD: ['signature'], WHITE_GLOVE: ['assembly', 'assemblage'] },
  correction: 'deliveryServiceByName',
  change: 'deliveryServiceAssumed',
  problem: 'deliveryServiceUnknown',
});
