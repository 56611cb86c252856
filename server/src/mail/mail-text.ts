import type { Locale } from '@portage/contract/locale';
import type { MailPart, WordedMail } from './mail-template.ts';
import { COLON, FOOTER } from './mail-words.ts';

/** The most characters of a line, unless a word has more: what RFC 5322 asks for. */
const LINE_LENGTH = 78;

/** Breaks a text into lines at its spaces; never at one that does not break. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > LINE_LENGTH && line !== '') {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join('\n');
}

/** A value or an address stands alone on its line, so that it can be copied whole. */
function textOf(part: MailPart, locale: Locale): string {
  if (part.part === 'paragraph') return wrap(part.text);
  const [name, value] = part.part === 'value' ? [part.name, part.value] : [part.text, part.address];
  return `${name}${COLON[locale]}\n${value}`;
}

/** Lays a mail out as plain text. */
export function mailText({ parts }: WordedMail, locale: Locale): string {
  const paragraphs = parts.map((part) => textOf(part, locale));
  return [...paragraphs, '--', wrap(FOOTER[locale])].join('\n\n');
}
