import {
  errorCatalogue,
  type ErrorCode,
  type ErrorEntry,
  type FieldError,
} from '@portage/contract/errors';
import type { ExplainedRates } from '@portage/contract/rates/rates';
import { fillText, REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';

type Value = string | number | Translated;

/** The names of the `{places}` in a text. */
type PlacesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never;

/** The places in the detail of an error. */
type ValueNames<Code extends ErrorCode> = PlacesOf<(typeof errorCatalogue)[Code]['detail']['en']>;

interface Extras {
  /** Errors of the request's fields, in a language. */
  readonly fieldErrors?: (locale: Locale) => FieldError[];
  /** In how many seconds the same call may succeed; otherwise what the catalogue says. */
  readonly retryAfter?: number;
  /** Current rates, where those of the request have changed. */
  readonly rates?: (locale: Locale) => ExplainedRates;
}

type Details<Code extends ErrorCode> = [ValueNames<Code>] extends [never]
  ? [details?: Extras]
  : [details: Readonly<Record<ValueNames<Code>, Value>> & Extras];

/**
 * An error of the catalogue with the values that its text needs, such as
 * `new ApiError('order_not_found', { id })`. Thrown anywhere, answered as problem+json by `problem.ts`.
 */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode;
  readonly fieldErrors: Extras['fieldErrors'];
  /** The answer's `Retry-After`, in seconds. */
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

  /** Says in a language which error it is and which step helps. */
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

/** Tells if an error is of the catalogue, and one of the given codes. */
export const isApiError = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));

/** A field of the request breaks a rule that no schema can hold. */
export const invalidField = (path: string, message: Translated) =>
  new ApiError('invalid_request', {
    fieldErrors: (locale) => [{ path, message: message[locale] }],
  });
