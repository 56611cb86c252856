import { hash } from 'node:crypto';

/** Equals portal/public/favicon.svg. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#14664b"/><g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="M12 19.5V7.5h5.2a4 4 0 0 1 0 8H12" stroke="#fff" stroke-width="3.2"/><path d="M6.5 22.5c5 3.4 14 3.4 19 0" stroke="#8fe0bd" stroke-width="2.8"/></g></svg>';

/** Returns a source for a content security policy (CSP 3, section 2.3.1). */
export const sourceHash = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Escapes the text; attributes are HTML. */
export function element(tag: string, text: string, attributes = ''): string {
  return `<${tag}${attributes && ` ${attributes}`}>${escapeHtml(text)}</${tag}>`;
}

/** Escapes both. */
export const link = (href: string, text: string, attributes = ''): string =>
  element('a', text, `href="${escapeHtml(href)}"${attributes && ` ${attributes}`}`);
