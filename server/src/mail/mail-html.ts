import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import { escapeHtml } from '../http/escape-html.ts';
import type { MailPart, WordedMail } from './mail-template.ts';
import { FOOTER } from './mail-words.ts';

/**
 * The look, inline, since mail programs drop style sheets. Long words break, so that no name makes
 * a phone scroll sideways.
 */
const STYLES = {
  body: 'margin:0;padding:0;background:#f1f2f2;color:#1a1d1e',
  preview: 'display:none;max-height:0;overflow:hidden;opacity:0',
  sheet:
    'max-width:520px;margin:0 auto;padding:32px 24px;overflow-wrap:anywhere;' +
    'font:16px/24px system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif',
  brand: 'margin:0 0 24px;color:#14664b;font-size:18px;font-weight:700',
  card: 'padding:24px;border:1px solid #d9dcdc;border-radius:8px;background:#fff',
  subject: 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:650',
  paragraph: 'margin:0 0 16px',
  name: 'margin:0;color:#4e5557;font-size:14px;line-height:20px',
  value:
    'margin:4px 0 16px;padding:12px 16px;border-radius:8px;background:#f1f2f2;' +
    'font:600 18px/24px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;' +
    '-webkit-user-select:all;user-select:all',
  link:
    'display:inline-block;margin:0 0 8px;padding:12px 20px;border-radius:8px;background:#14664b;' +
    'color:#fff;font-weight:600;text-decoration:none',
  address: 'margin:0 0 16px;color:#4e5557;font-size:14px;line-height:20px',
  footer: 'margin:16px 0 0;color:#4e5557;font-size:14px;line-height:20px',
} as const;

/** The dark scheme, for mail programs that know it; the others keep the light one or turn it over. */
const DARK_STYLE = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .body { background: #101214 !important; color: #e4e6e7 !important; }
  .brand { color: #5cbb90 !important; }
  .card { background: #16181a !important; border-color: #3f4549 !important; }
  .name, .address, .footer { color: #b9bec1 !important; }
  .value { background: #24282b !important; }
  .link { background: #5cbb90 !important; color: #101214 !important; }
}`;

type Piece = keyof typeof STYLES;

/** An element that looks like its piece; its content is HTML already. */
const element = (tag: string, piece: Piece, content: string, attributes = '') =>
  `<${tag} class="${piece}" style="${STYLES[piece]}"${attributes}>${content}</${tag}>`;

function htmlOf(part: MailPart): string {
  if (part.part === 'paragraph') return element('p', 'paragraph', escapeHtml(part.text));
  if (part.part === 'value') {
    const name = element('p', 'name', escapeHtml(part.name));
    return `${name}\n${element('p', 'value', escapeHtml(part.value))}`;
  }
  const address = escapeHtml(part.address);
  const attributes = ` href="${address}" target="_blank" rel="noopener"`;
  const link = element('a', 'link', escapeHtml(part.text), attributes);
  // Also in full, for those who would rather see where they go.
  return `${link}\n${element('p', 'address', address)}`;
}

/** Lays a mail out as HTML. Every text is escaped, whoever wrote it. */
export function mailHtml({ subject, preview, parts }: WordedMail, locale: Locale): string {
  const title = escapeHtml(subject);
  const card = [element('h1', 'subject', title), ...parts.map(htmlOf)].join('\n');
  const sheet = [
    element('p', 'brand', 'Portage'),
    element('div', 'card', `\n${card}\n`),
    element('p', 'footer', escapeHtml(FOOTER[locale])),
  ].join('\n');
  const body = [
    element('div', 'preview', escapeHtml(preview)),
    element('div', 'sheet', `\n${sheet}\n`, ' role="main"'),
  ].join('\n');
  return `<!doctype html>
<html lang="${REGIONAL_LOCALE[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${DARK_STYLE}
</style>
</head>
${element('body', 'body', `\n${body}\n`)}
</html>`;
}
