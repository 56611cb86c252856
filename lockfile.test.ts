import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

const { packages } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'package-lock.json'), 'utf8'),
) as Lockfile;

// A registry that lacks a package of another platform makes `npm install` leave it out without a
// word, and `npm ci` then fails on every fresh clone.
test('the lockfile names the packages of every platform', () => {
  const named = new Set(Object.keys(packages).map((place) => place.split('node_modules/').at(-1)));
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !named.has(name));
  expect(missing).toEqual([]);
});
