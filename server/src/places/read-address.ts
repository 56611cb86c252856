import type { ReadAddress } from '@portage/contract/addresses/places';
import type { PlaceIndex } from './place-index.ts';
import { suggestPlaces } from './suggest-places.ts';

const COUNTRY = /^(?:canada|usa|u\.s\.a\.|us|united states|états-unis)$/i;
const EMAIL = /[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+/;
const PHONE = /(?:\+?1[\s.-]?)?\(?[2-9]\d{2}\)?[\s.-]?\d{3}[\s.-]\d{4}\b/;

/** In both languages; dropped before a number. */
const UNIT =
  /(?:^|[\s,]+)(?:apt|apartment|app|appt|appartement|suite|ste|unit|unité|bureau|bur|local|#)(?:\.|\s)*#?\s*(\w{1,6}(?:-\w{1,4})?)(?=$|[\s,])/iu;

/** `12-4200 rue Sherbrooke` (Canada Post). */
const LEADING_UNIT = /^(\d{1,5}[a-z]?)\s?-\s?(?=\d+[a-z]?\s+\S)/i;

/** Post-office boxes, in place of a street. */
const BOX = /(?:^|[\s,]+)((?:p\.?\s?o\.?\s?box|c\.?\s?p\.|case postale|boîte postale)\s*\d+)/i;

/** Removes and returns the match. */
function take(text: string, pattern: RegExp): { found: string | undefined; rest: string } {
  const match = pattern.exec(text);
  if (!match) return { found: undefined, rest: text };
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
  return { found: (match[1] ?? match[0]).trim(), rest };
}

const tidy = (line: string) =>
  line
    .replace(/[()[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?:\s*,)+/g, ',')
    .replace(/^[\s,;]+|[\s,;]+$/g, '');

/** A house number, unit or box. */
const beginsAddress = (line: string) =>
  /^#?\d/.test(line) || BOX.test(line) || LEADING_UNIT.test(line) || UNIT.test(line);

/** Name, street, unit, city, province, postal code, in both languages; omits the rest. */
export function readAddress(text: string, index: PlaceIndex): ReadAddress {
  const email = take(text, EMAIL);
  const phone = take(email.rest, PHONE);
  const lines = phone.rest
    .split(/[\r\n;]+/)
    .map((line) => tidy(line.replace(/^\s*(?:tel|tél|phone|email|courriel)\.?\s*:?\s*$/i, '')))
    .filter((line) => line !== '' && !COUNTRY.test(line));
  const first = lines.findIndex(beginsAddress);
  const name = first > 0 ? lines[0] : undefined;

  const address = lines.slice(Math.max(first, 0)).join(', ');
  const box = take(address, BOX);
  const leading = take(tidy(box.rest), LEADING_UNIT);
  const worded = take(leading.rest, UNIT);
  const unit = leading.found ?? worded.found;
  const [place] = suggestPlaces(tidy(leading.found ? leading.rest : worded.rest), index);
  const { street = box.found, ...rest } = place?.address ?? {};
  return {
    address: { ...(street && { street }), ...(unit !== undefined && { unit }), ...rest },
    ...(name !== undefined && { name }),
    ...(phone.found !== undefined && { phone: phone.found }),
    ...(email.found !== undefined && { email: email.found }),
  };
}
