import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
html { background: light-dark(#fff, #16181a); color: light-dark(#1a1d1e, #e4e6e7); }
body { margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; }
a { color: light-dark(#14664b, #5cbb90); }
[role='note'] { padding: .75rem 1rem; border: 1px solid; border-radius: 8px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid light-dark(#d9dcdc, #3f4549); text-align: start; vertical-align: top; }`;

/** A page without scripts. Title and content are HTML. */
export const developmentPage = (
  locale: Locale,
  { title, style, content }: { title: string; style: string; content: string },
): string => `<!doctype html>
<html lang="${REGIONAL_LOCALE[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<style>${STYLE}${style}
</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
