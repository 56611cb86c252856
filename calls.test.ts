import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoints, shopHostEndpoints } from './server/src/testing/contract-endpoints.ts';

const ROOT = import.meta.dirname;

/** Tests that call every endpoint alike, and say nothing of one. */
const OF_ALL = /\/(?:every-endpoint|api-app-[\w-]+|api-document)\.test\.ts$/;

const tests = globSync(['server/src/**/*.test.ts', 'e2e/*.e2e.ts'], { cwd: ROOT })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !OF_ALL.test(file))
  .toSorted()
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

const escaped = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');

/** The whole path, with any expression for a parameter. */
const pathPattern = (route: string) =>
  new RegExp(
    `${escaped(route).replaceAll(/\{\w+\}/g, '(?:\\$\\{[^}]*\\}|[\\w:-]+)')}(?![\\w/{$])`,
    'g',
  );

/** The last word of the path in quotes or behind a slash, where a test makes the path of parts. */
function wordPattern(route: string): RegExp {
  const word = route.split('/').findLast((part) => !part.startsWith('{')) ?? route;
  return new RegExp(`['"\`/]${escaped(word)}['"\`?/$]`, 'g');
}

/** The tests of a folder that call an endpoint, the one that does so most often first. */
function callersOf(folder: string, pattern: RegExp): string[] {
  return tests
    .filter(({ file }) => file.startsWith(folder))
    .map(({ file, text }) => ({ file, count: text.match(pattern)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(({ file }) => file);
}

/** All tests that call an endpoint: those of the server first, and those with its whole path. */
const testsOf = (route: string): string[] =>
  [pathPattern(route), wordPattern(route)].flatMap((pattern) =>
    ['server/', 'e2e/'].flatMap((folder) => callersOf(folder, pattern)),
  );

const PAGE = path.join(ROOT, 'docs/calls.md');

/** The tests that the page names now, by call. */
const named = new Map(
  Array.from(
    readFileSync(PAGE, 'utf8').matchAll(/^- `(\S+ \S+)` .*\(\.\.\/(.*)\)$/gm),
    ([, call = '', file = '']) => [call, file],
  ),
);

const calls = [
  ...endpoints.map(({ path: route, ...endpoint }) => ({ ...endpoint, route, shown: route })),
  ...shopHostEndpoints.map(({ path: route, ...endpoint }) => {
    return { ...endpoint, route, shown: `/shop${route}` };
  }),
];

test('every call of the contract is made by a test', () => {
  expect(calls.filter(({ route }) => testsOf(route).length === 0)).toEqual([]);
});

// `npx vitest run calls.test.ts -u` writes the page again; a test that still makes its call stays.
test('docs/calls.md lists every call with its caller and a test that makes it', async () => {
  const rows = calls
    .toSorted((one, other) => one.shown.localeCompare(other.shown, 'en'))
    .map(({ method, shown, mayCall, route }) => {
      const callers = testsOf(route);
      const kept = named.get(`${method} ${shown}`);
      const file = kept && callers.includes(kept) ? kept : (callers[0] ?? '');
      return `- \`${method} ${shown}\` (${mayCall}): [${path.basename(file)}](../${file})`;
    });
  const page = [
    '# Calls and their tests',
    'Every call of the API (below `/api`) and of the shop host (`/shop`), who may make it, and a test that makes it. Written by `calls.test.ts` from the contract and the tests. Descriptions, shapes and examples are at `/api/reference`.',
    'Three calls have no path in the specification: rates are `POST /rates`, creating an order is `POST /orders`, and the merchant profile is `GET /merchants`.',
    rows.join('\n'),
  ].join('\n\n');
  await expect(`${page}\n`).toMatchFileSnapshot(PAGE);
});
