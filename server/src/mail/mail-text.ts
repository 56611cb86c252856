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

/** A value stands alone on its line, so that it can be copied whole. */
function textOf(part: MailPart, locale: Locale): string {
  switch (part.part) {
    case 'paragraph':
      return wrap(part.text);
    case 'value':
      return `${part.name}${COLON[locale]}\n${part.value}`;
    case 'link':
      return `${part.text}${COLON[locale]}\n${part.address}`;
  }
}

/** Lays a mail out as plain text. */
export function mailText({ parts }: WordedMail, locale: Locale): string {
  const paragraphs = parts.map((part) => textOf(part, locale));
  return [...paragraphs, '--', wrap(FOOTER[locale])].join('\n\n');
}
