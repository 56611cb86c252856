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

/** Made by portal/subset-fonts.ts, with the same letters. */
const PARTS = {
  text: 'U+20-7E,U+A0,U+AB,U+B0,U+B7,U+BB,U+C0,U+C2,U+C6-CB,U+CE-CF,U+D4,U+D6-D7,U+D9,U+DB-DC,U+E0-EB,U+ED-EF,U+F1,U+F3-F6,U+F8-FC,U+FF,U+152-153,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+2191,U+2193,U+2212',
  names: 'U+100-151,U+154-17F,U+1A0-1A1,U+1AF-1B0,U+218-21B,U+1E9E,U+1EF2-1EF9',
};

/** Of two faces with a letter the later counts. */
const partFaces = Object.entries(PARTS)
  .map(
    ([part, range]) => `@font-face {
  font-family: 'Inter Variable';
  font-style: normal;
  font-display: swap;
  font-weight: 100 900;
  src: url(/assets/inter-${part}-wght-normal-${inter.version}.woff2) format('woff2-variations');
  unicode-range: ${range};
}`,
  )
  .join('\n');

/** The portal's font; until loaded, a device font of equal metrics (global.css). */
export const FONT_STYLE = `${faces}
${partFaces}
@font-face {
  font-family: 'Inter Fallback';
  src: local('Arial'), local('Liberation Sans');
  ascent-override: 90.49%;
  descent-override: 22.56%;
  line-gap-override: 0%;
  size-adjust: 107.06%;
}
`;
