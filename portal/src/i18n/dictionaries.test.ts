import { expect, test } from 'vitest';

interface Dictionary {
  readonly [key: string]: string | Dictionary;
}

const english = import.meta.glob<Dictionary>('./en/*.json', { eager: true, import: 'default' });
const french = import.meta.glob<Dictionary>('./fr/*.json', { eager: true, import: 'default' });

/** Words that English and French share: a text of these alone may be the same in both. */
const SHARED_WORDS = new Set([
  ...[
    'Portage',
    'Canada',
    'Destination',
    'Flex',
    'Notes',
    'Province',
    'Service',
    'Sessions',
    'Signature',
    'Source',
    'Standard',
  ],
  ...['Magento', 'ShipStation', 'Shopify'],
  ...['Actions', 'API', 'cm', 'Ctrl', 'Logo', 'kg', 'lb', 'min', 's', 'PDF', 'ZPL'],
]);

/** Lists the texts of a dictionary by key, such as `common:shell.logOut`. */
function textsOf(files: Record<string, Dictionary>): Map<string, string> {
  const flatten = (entries: Dictionary, prefix: string): [string, string][] =>
    Object.entries(entries).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
    );
  return new Map(
    Object.entries(files).flatMap(([file, entries]) =>
      flatten(entries, `${file.replace(/^.*\/|\.json$/g, '')}:`),
    ),
  );
}

const PLACE = /\{\{.*?\}\}/g;

const placesOf = (text: string) => (text.match(PLACE) ?? []).sort();

const wordsOf = (text: string) => text.replace(PLACE, '').match(/\p{L}+/gu) ?? [];

const en = textsOf(english);
const fr = textsOf(french);

/** French has a separate plural form for whole millions. */
const MILLIONS = '_many';

test('every text exists in both languages', () => {
  const inFrench = [...fr.keys()].filter((key) => !key.endsWith(MILLIONS));
  expect(inFrench.sort()).toEqual([...en.keys()].sort());
});

test('the plural for millions has the same placeholders as the other plurals', () => {
  const differing = [...fr].filter(
    ([key, text]) =>
      key.endsWith(MILLIONS) &&
      placesOf(text).join() !== placesOf(fr.get(key.replace(MILLIONS, '_other')) ?? '').join(),
  );
  expect(differing).toEqual([]);
});

test('no French line breaks before a colon, or between quotation marks and what they quote', () => {
  const breaking = [...fr].filter(([, text]) => / [:»]|« /.test(text)).map(([key]) => key);
  expect(breaking).toEqual([]);
});

test('no text is empty', () => {
  const empty = [...en, ...fr].filter(([, text]) => text.trim() === '').map(([key]) => key);
  expect(empty).toEqual([]);
});

test('a text has the same placeholders in both languages', () => {
  const differing = [...en].filter(
    ([key, text]) => placesOf(text).join() !== placesOf(fr.get(key) ?? '').join(),
  );
  expect(differing).toEqual([]);
});

test('no text was left untranslated', () => {
  const untranslated = [...en].filter(
    ([key, text]) => fr.get(key) === text && wordsOf(text).some((word) => !SHARED_WORDS.has(word)),
  );
  expect(untranslated).toEqual([]);
});

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Matches the keys in a part of the code, with `.+` for placeholders. */
function keysWritten(code: string): RegExp {
  const literals = [...code.matchAll(/['"]([\w:.-]+)['"]/g)].map(([, key = '']) => key);
  const templates = [...code.matchAll(/`([\w:.-]*(?:\$\{[^`]*\}[\w.-]*)+)`/g)]
    .map(([, key = '']) => key.replace(/\$\{[^}]*\}/g, '§'))
    .filter((key) => key.includes('.'));
  const keys = [...new Set([...literals, ...templates])].map((key) =>
    key.replace(/^\w+:/, '').replaceAll('.', '\\.').replaceAll('§', '.+'),
  );
  return new RegExp(`^(?:${keys.join('|')})(?:$|_)`);
}

test('every text is read by code that names its dictionary', () => {
  const code = Object.values(sources);
  const names = new Set([...en.keys()].map((key) => key.replace(/:.*/, '')));
  const unread = [...names].flatMap((name) => {
    const own = code.filter((one) => name === 'common' || new RegExp(`['\`]${name}[:']`).test(one));
    const written = keysWritten(own.join('\n'));
    const keys = [...en.keys()].filter((key) => key.startsWith(`${name}:`));
    return keys.filter((key) => !written.test(key.slice(name.length + 1)));
  });
  expect(unread).toEqual([]);
});
