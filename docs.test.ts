import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = import.meta.dirname;
const NAMED =
  /`((?:bench|connect|contract|demo|docs|e2e|howto|ops|portal|postgres|scripts|server)\/[\w./-]+\.\w+)`/g;

const pages = execFileSync('git', ['ls-files', 'CONVENTIONS.md', 'README.md', 'docs/*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  // Decisions and reviewed screens name files as they were.
  .filter((page) => !page.startsWith('docs/decisions/'));

test.each(pages)('%s names files that exist', (page) => {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  const named = Array.from(text.matchAll(NAMED), ([, file = '']) => file);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
