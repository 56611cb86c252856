import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = import.meta.dirname;
const NAMED =
  /`((?:bench|connect|contract|demo|docs|e2e|faults|howto|ops|portal|postgres|scripts|server)\/[\w./-]+\.\w+)`/g;
const LINK = /\]\((?!https?:|mailto:|<)([^)\s]+)\)/g;

const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Ids of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file ? path.join(path.dirname(page), file) : page;
  if (!existsSync(path.join(ROOT, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor);
}

test.each(pages)('links of %s lead to files and headings that exist', (page) => {
  const links = Array.from(read(page).matchAll(LINK), ([, link = '']) => link);
  expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

// Decisions name files as they were.
test.each(pages.filter((page) => !page.startsWith('docs/decisions/')))(
  '%s names files that exist',
  (page) => {
    const named = Array.from(read(page).matchAll(NAMED), ([, file = '']) => file);
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  },
);
