import {
  errorCatalogue,
  type ErrorCode,
  type ErrorEntry,
  type FieldError,
} from '@portage/contract/errors';
import { fillText, REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import type { ExplainedRates } from '@portage/contract/rates/rates';

type Value = string | number | Translated;

type PlacesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never;

type ValueNames<Code extends ErrorCode> = PlacesOf<(typeof errorCatalogue)[Code]['detail']['en']>;

interface Extras {
  readonly fieldErrors?: (locale: Locale) => FieldError[];
  /** Seconds until the call may succeed; the catalogue's by default. */
  readonly retryAfter?: number;
  readonly rates?: (locale: Locale) => ExplainedRates;
}

type Details<Code extends ErrorCode> = [ValueNames<Code>] extends [never]
  ? [details?: Extras]
  : [details: Readonly<Record<ValueNames<Code>, Value>> & Extras];

/** Such as `new ApiError('order_not_found', { id })`, answered as problem+json. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode;
  readonly fieldErrors: Extras['fieldErrors'];
  readonly retryAfter: number | undefined;
  readonly values: Readonly<Record<string, Value>>;
  readonly rates: Extras['rates'];

  constructor(code: Code, ...[details = {}]: Details<Code>) {
    const entry: ErrorEntry = errorCatalogue[code];
    super(entry.title.en);
    const { fieldErrors, retryAfter, rates, ...values }: Extras = details;
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.rates = rates;
    this.retryAfter = retryAfter ?? entry.retryAfter;
    this.values = values;
  }

  /** Names the error and the step that helps. */
  detail(locale: Locale): string {
    const { detail }: ErrorEntry = errorCatalogue[this.code];
    const inLocale = (value: Value): string => {
      if (typeof value === 'number') return value.toLocaleString(REGIONAL_LOCALE[locale]);
      return typeof value === 'object' ? value[locale] : value;
    };
    const values = Object.entries(this.values).map(([name, value]) => [name, inLocale(value)]);
    return fillText(detail[locale], Object.fromEntries(values) as Record<string, string>);
  }
}

/** Any code by default. */
export const isApiError = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));

/** Handles a rejection: ignores the codes, rethrows other errors. */
export const ignoring =
  (...codes: ErrorCode[]) =>
  (error: unknown): undefined => {
    if (!isApiError(error, ...codes)) throw error;
  };

/** Refuses a field by a rule that no schema can hold. */
export const invalidField = (path: string, message: Translated) =>
  new ApiError('invalid_request', {
    fieldErrors: (locale) => [{ path, message: message[locale] }],
  });
