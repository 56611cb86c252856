import { countryOfPostalCode, normalizePostalCode } from '@portage/contract/postal-code';

/** What can be told from the form of a typed address line, before any place is looked up. */
export interface TypedLine {
  /** The line without its postal code and country. */
  readonly text: string;
  /** A whole postal code, normalised. */
  readonly postalCode?: string;
  /** An FSA at the end of the line, when there is no whole code. */
  readonly fsa?: string;
}

const WHOLE_CODE = /[\s,]+([A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{5}(?:-\d{4})?)$/i;
const FSA = /[\s,]+([A-Z]\d[A-Z])$/i;
const COUNTRY = /[\s,]+(?:canada|usa|us|united states|états-unis)$/i;
const BEGUN_CODE = /^(?:[A-Z]\d(?:[A-Z](?:\s?\d(?:[A-Z]\d?)?)?)?|\d{3,5}(?:-\d{0,4})?)$/i;

/** The text as a postal code, whole or begun ("M5V", "M5V 2T6", "142"); undefined when it is none. */
export function readBegunPostalCode(text: string): string | undefined {
  const typed = text.trim();
  return BEGUN_CODE.test(typed) ? typed.toUpperCase().replace(/\s/g, '') : undefined;
}

/** Takes country and postal code, in either order, from the end of an address line. */
export function readTypedLine(line: string): TypedLine {
  const text = withoutEnd(line, COUNTRY);
  const code = WHOLE_CODE.exec(text)?.[1];
  if (code !== undefined && countryOfPostalCode(code) !== undefined) {
    return {
      text: withoutEnd(withoutEnd(text, WHOLE_CODE), COUNTRY),
      postalCode: normalizePostalCode(code),
    };
  }
  const fsa = FSA.exec(text)?.[1];
  if (fsa === undefined) return { text };
  return { text: withoutEnd(text, FSA), fsa: fsa.toUpperCase() };
}

function withoutEnd(text: string, end: RegExp): string {
  return text
    .replace(end, '')
    .replace(/[\s,]+$/, '')
    .trim();
}
