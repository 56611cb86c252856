const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it may stand in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** An element with a text, which is escaped; attributes are HTML already. */
export function element(tag: string, text: string, attributes = ''): string {
  return `<${tag}${attributes && ` ${attributes}`}>${escapeHtml(text)}</${tag}>`;
}

/** A link with a text; both are escaped. */
export const link = (href: string, text: string, attributes = ''): string =>
  element('a', text, `href="${escapeHtml(href)}"${attributes && ` ${attributes}`}`);
