import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import { element, LOGO, sourceHash } from './escape-html.ts';

/** Reads a style or script beside `module`, to be inlined. */
export const readInline = (file: string, module: string): string =>
  readFileSync(new URL(file, module), 'utf8').trim();

/** Colours, fonts and resets. A page's own style follows. */
export const SITE_STYLE = readInline('site.css', import.meta.url);

interface HtmlPage {
  readonly locale: Locale;
  /** Plain text. */
  readonly title: string;
  /** Further elements of the head. */
  readonly head: string;
  readonly style: string;
  readonly body: string;
}

/** Head and body are HTML. */
export function htmlPage({ locale, title, head, style, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="${REGIONAL_LOCALE[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${element('title', title)}
${head}
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(LOGO)}">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Allows style and script by hash, and `sources` by kind beside the own host. */
export function contentPolicy(
  inline: { readonly style: string; readonly script: string },
  sources: Readonly<Record<string, readonly string[]>>,
): string {
  return [
    "default-src 'none'",
    `style-src ${sourceHash(inline.style)}`,
    `script-src ${sourceHash(inline.script)}`,
    ...Object.entries(sources).map(([kind, own]) => [`${kind}-src 'self'`, ...own].join(' ')),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function queryValue({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : undefined;
}

export const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(page);
