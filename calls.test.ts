import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoints, shopHostEndpoints } from './server/src/testing/contract-endpoints.ts';

const DOCS = path.join(import.meta.dirname, 'docs');

/** The rows of docs/calls.md: each call, and the file of its test. */
const rows = Array.from(
  readFileSync(path.join(DOCS, 'calls.md'), 'utf8').matchAll(
    /^\| `(\S+ \S+)`\s*\| \[.*?\]\((.*?)\)/gm,
  ),
  ([, call = '', file = '']) => ({ call, file }),
);

test('every endpoint of the contract has a row in docs/calls.md', () => {
  const listed = rows.map(({ call }) => call);
  const calls = [
    ...endpoints.map(({ method, path: route }) => `${method} ${route}`),
    ...shopHostEndpoints.map(({ method, path: route }) => `${method} /shop${route}`),
  ];
  const missing = calls.filter((call) => !listed.includes(call));
  expect(missing).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test('every row of docs/calls.md names a file of tests', () => {
  expect(rows.length).toBeGreaterThan(0);
  const absent = rows.filter(
    ({ file }) => !/\.(test|e2e)\.ts$/.test(file) || !existsSync(path.join(DOCS, file)),
  );
  expect(absent).toEqual([]);
});
