import type { ImportCell } from './import-columns.ts';
import type { ImportCorrectionCode } from './import-corrections.ts';
import { headerKey } from './import-headers.ts';
import type { ImportProblemCode } from './import-problems.ts';
import { toPhoneDigits } from '../phone.ts';
import { DeliveryService, deliveryServiceNames, Service, serviceNames } from '../rates/services.ts';
import { cleanText } from '../text.ts';

/** What a cell says: its value, the correction that led to it, or why it cannot be read. */
export interface CellReading<Value> {
  value?: Value | undefined;
  correction?: ImportCorrectionCode | undefined;
  /** Set where the value means something else than the cell says; the merchant must confirm it. */
  change?: ImportProblemCode | undefined;
  problem?: ImportProblemCode | undefined;
}

/** What people and programs write into cells that have no value. */
const PLACEHOLDERS = /^(?:-+|–|—|n\/?a|n\.a\.|null|nil|none|undefined|nan|aucune?|s\/o)$/i;
const SPREADSHEET_ERROR = /^#(?:REF|VALUE|NAME|N\/A|DIV\/0|NUM|NULL|VALEUR|NOM|NOMBRE)[!?]?/i;
/** `="07030"`, which keeps spreadsheets from reading a number, and `'07030`, which does the same. */
const WRAPPED = /^(?:="([^"]*)"|'(?=[=+\-@\d])(.*))$/s;
const FORMULA = /^=[\s\S]/;

/** The text of a cell; an empty one is undefined. */
export function readText(cell: ImportCell | undefined): CellReading<string> {
  if (cell === undefined || cell === null) return {};
  if (typeof cell === 'boolean') return { value: cell ? 'yes' : 'no' };
  const text = cleanText(String(cell).replace(/[\u200B-\u200D\u2060\uFEFF]/g, ''));
  if (text === '') return {};
  if (SPREADSHEET_ERROR.test(text)) return { problem: 'spreadsheetError' };
  if (PLACEHOLDERS.test(text)) return { correction: 'placeholderCleared' };
  const [, quoted, plain] = WRAPPED.exec(text) ?? [];
  const inner = (quoted ?? plain)?.trim();
  if (inner !== undefined) return { value: inner || undefined, correction: 'textUnwrapped' };
  return FORMULA.test(text) ? { problem: 'formula' } : { value: text };
}

/** The most characters of a number or a phone number in a cell; looking for one in more takes its time. */
const LONGEST_NUMBER = 100;

/** Tells whether a cell holds more than a number or a phone number could take. */
export const isTooLong = (text: string): boolean => text.length > LONGEST_NUMBER;

/**
 * A number with a decimal point or comma, spaces or apostrophes between thousands. `1,234` may be
 * either, and is not guessed.
 */
export function readNumber(text: string): CellReading<number> {
  if (isTooLong(text)) return { problem: 'numberInvalid' };
  const compact = text.replace(/[\s\u00A0\u202F'’]/g, '');
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

const YES = /^(?:y|yes|true|t|1|x|o|oui|vrai|v)$/i;
const NO = /^(?:n|no|false|f|0|non|faux)$/i;

/** Yes or no in English, French and as programs write it. */
export function readYesNo(text: string): CellReading<boolean> {
  if (!YES.test(text) && !NO.test(text)) return { problem: 'yesNoInvalid' };
  const correction = /^(?:yes|no|true|false)$/i.test(text) ? undefined : 'yesNoWritten';
  return { value: YES.test(text), correction };
}

/** A phone number with its extension, which a phone field cannot hold. */
export interface ReadPhone {
  phone: string;
  extension?: string;
}

const EXTENSION = /[\s,;]*(?:extension|ext\.?|poste|x|#)\s*(\d{1,6})$/i;

/** A phone number; digits that a spreadsheet rounded (`5.14555E+09`) cannot be recovered. */
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

type NamesByCode<Code extends string> = Readonly<Partial<Record<Code, readonly string[]>>>;

interface CodeNames<Code extends string> {
  readonly codes: readonly Code[];
  /** Other spellings of the code. */
  readonly spellings: (code: Code) => readonly string[];
  /** Names of other carriers' offers that come close: they lead to the code once confirmed. */
  readonly close: NamesByCode<Code>;
  readonly correction: ImportCorrectionCode;
  readonly change: ImportProblemCode;
  readonly problem: ImportProblemCode;
}

/** Reads a code of a list, in any case and spelling, by its name in either language or a close one. */
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

/** A service by its code or name. */
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

/** A delivery service by its code or name. */
export const readDeliveryService = codeReader({
  codes: DeliveryService.options,
  spellings: (code) => [...Object.values(deliveryServiceNames[code]), ...DELIVERY_SPELLINGS[code]],
  close: { THRESHOLD: ['signature'], WHITE_GLOVE: ['assembly', 'assemblage'] },
  correction: 'deliveryServiceByName',
  change: 'deliveryServiceAssumed',
  problem: 'deliveryServiceUnknown',
});
