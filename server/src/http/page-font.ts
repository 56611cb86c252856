import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import inter from '@fontsource-variable/inter/package.json' with { type: 'json' };

/** One a script; browsers fetch those that the page needs. */
const faces = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/wght.css'),
  'utf8',
)
  .replaceAll(/\/\*.*?\*\/\s*/g, '')
  // Named as by portal/vite.config.ts.
  .replaceAll(/\.\/files\/([\w-]+)\.woff2/g, `/assets/$1-${inter.version}.woff2`);

/** The portal's font; until loaded, a device font of equal metrics (global.css). */
export const FONT_STYLE = `${faces}
@font-face {
  font-family: 'Inter Fallback';
  src: local('Arial'), local('Liberation Sans');
  ascent-override: 90.49%;
  descent-override: 22.56%;
  line-gap-override: 0%;
  size-adjust: 107.06%;
}
`;
