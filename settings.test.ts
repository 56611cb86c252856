import path from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { Settings } from './server/src/settings.ts';

const ROOT = import.meta.dirname;

function defaultOf(schema: z.ZodType): string {
  const { data } = schema.safeParse(undefined);
  if (typeof data === 'boolean') return data ? 'on' : 'off';
  if (typeof data === 'number') return data.toString();
  return typeof data === 'string' ? data.replace(`${ROOT}/`, '') : '';
}

/** Describes each setting in a line: key, default, meaning. */
const lines = Object.entries(Settings.shape).map(([key, schema]) => {
  const value = defaultOf(schema);
  return `- \`${key}\`${value === '' ? '' : ` (\`${value}\`)`}: ${schema.description}`;
});

// `npx vitest run settings.test.ts -u` writes the page again.
test('docs/settings.md lists every setting with its default and its meaning', async () => {
  expect(Object.values(Settings.shape).every(({ description }) => description)).toBe(true);
  const page = `# Settings\n\nEach is an environment variable; its default is in brackets. Written by \`settings.test.ts\` from \`server/src/settings.ts\`.\n\n${lines.join('\n')}\n`;
  await expect(page).toMatchFileSnapshot(path.join(ROOT, 'docs/settings.md'));
});
