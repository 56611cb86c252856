import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import inter from '@fontsource-variable/inter/package.json' with { type: 'json' };

/** Its declarations, one a script; browsers fetch the files of those that a page has letters of. */
const faces = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/wght.css'),
  'utf8',
)
  .replaceAll(/\/\*.*?\*\/\s*/g, '')
  // As the build of the portal calls the same files (portal/vite.config.ts).
  .replaceAll(/\.\/files\/([\w-]+)\.woff2/g, `/assets/$1-${inter.version}.woff2`);

/**
 * The style of the font of the portal, for pages that the server makes: the portal's files are used,
 * and until they are there a font of the device, as wide and as high (as in the portal's global.css).
 */
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
