import inter from '@fontsource-variable/inter/package.json' with { type: 'json' };
import ranges from '@fontsource-variable/inter/unicode.json' with { type: 'json' };
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

interface Part {
  readonly of: string;
  readonly range: string;
}

/** Small files for what most texts and names need. As in server/src/http/page-font.ts. */
const PARTS = new Map<string, Part>([
  [
    'text',
    {
      of: 'latin',
      range:
        'U+20-7E,U+A0,U+AB,U+B0,U+B7,U+BB,U+C0,U+C2,U+C6-CB,U+CE-CF,U+D4,U+D6-D7,U+D9,U+DB-DC,U+E0-EB,U+ED-EF,U+F1,U+F3-F6,U+F8-FC,U+FF,U+152-153,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+2191,U+2193,U+2212',
    },
  ],
  [
    'names',
    {
      of: 'latin-ext',
      range: 'U+100-151,U+154-17F,U+1A0-1A1,U+1AF-1B0,U+218-21B,U+1E9E,U+1EF2-1EF9',
    },
  ],
]);

const fileOf = (part: string) => `inter-${part}-wght-normal-${inter.version}.woff2`;

/** With the weights of the other faces: a browser mixes only equal ones. */
const faces = Array.from(
  PARTS,
  ([part, { range }]) =>
    `@font-face{font-family:Inter Variable;font-style:normal;font-display:swap;font-weight:100 900;src:url(/assets/${fileOf(part)}) format("woff2-variations");unicode-range:${range}}`,
).join('');

/** All that the pages use of the font. */
const OPTIONS = {
  targetFormat: 'woff2',
  keepFeatures: ['kern', 'ccmp', 'mark', 'mkmk', 'locl', 'tnum'],
  variationAxes: { wght: { min: 400, max: 700 } },
} as const;

/** Drops features and weights that no page uses, and divides the Latin files. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const assets = Object.values(bundle).filter((file) => file.type === 'asset');
      for (const asset of assets) {
        const { fileName, source } = asset;
        const script = /inter-([a-z-]+)-wght-normal-.*\.woff2$/.exec(fileName)?.[1];
        if (script && typeof source !== 'string') {
          const cut = (letters: Iterable<string>) =>
            subsetFont(source, [...letters].join(''), OPTIONS);
          const letters = lettersOf(rangeOf(script));
          const apart = [...PARTS].find(([, { of }]) => of === script);
          const others = apart && lettersOf(apart[1].range);
          asset.source = await cut(others ? letters.difference(others) : letters);
          if (!apart || !others) continue;
          this.emitFile({
            type: 'asset',
            fileName: `assets/${fileOf(apart[0])}`,
            source: await cut(others),
          });
        }
        // Of two faces with a letter the later counts.
        if (/start-.*\.css$/.test(fileName)) asset.source = `${String(source)}${faces}`;
      }
    },
  };
}

function rangeOf(script: string): string {
  const range = new Map(Object.entries(ranges)).get(script);
  if (range === undefined) throw new Error(`Inter has no letters for ${script}`);
  return range;
}

function lettersOf(range: string): ReadonlySet<string> {
  const letters = range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .slice('U+'.length)
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
  });
  return new Set(letters);
}
