import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '@portage/contract/endpoint';
import { fieldMessages } from '@portage/contract/field-messages';
import { Locale } from '@portage/contract/locale';
import { fieldErrorsOf } from './field-errors.ts';
import { endpoints, sampleOf, shopHostEndpoints } from './testing/contract-endpoints.ts';

const NASTY: readonly unknown[] = [
  ...[undefined, null, '', ' ', 'x', 'x'.repeat(70_000), '2026-13-45', 'https://x'],
  ...[true, 0, -1, 0.5, 1e12, [], ['', ''], {}, { surprising: 1 }],
  Array.from({ length: 30_000 }, () => null),
];

function* spoilt(value: unknown, nasty: unknown): Generator {
  yield nasty;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const one of spoilt(part, nasty)) {
      yield Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one };
    }
  }
}

const schemasOf = ({ params, query, body }: Endpoint): z.ZodType[] =>
  [params, query, body].filter((one): one is z.ZodType => one instanceof z.ZodType);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const known = (locale: Locale) =>
  new RegExp(
    `^(?:${Object.values(fieldMessages)
      .map((message) => escaped(message[locale]).replace(/\\\{\w+\\\}/g, '.+'))
      .join('|')})$`,
    's',
  );

test.each(Locale.options)(
  'every refused field of every call has a message of ours (%s)',
  (locale) => {
    const pattern = known(locale);
    const raw = new Set<string>();
    let count = 0;
    for (const endpoint of [...endpoints, ...shopHostEndpoints]) {
      for (const schema of schemasOf(endpoint)) {
        const sample = sampleOf(
          z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
          () => undefined,
        );
        for (const nasty of NASTY) {
          for (const value of spoilt(sample, nasty)) {
            for (const { path, message } of fieldErrorsOf(schema, value, locale).slice(0, 50)) {
              count += 1;
              if (!pattern.test(message)) raw.add(`${endpoint.path} ${path}: ${message}`);
            }
          }
        }
      }
    }
    expect(count).toBeGreaterThan(1000);
    expect([...raw]).toEqual([]);
  },
);

function* listsIn(
  part: unknown,
  path = '',
): Generator<[path: string, list: z.core.JSONSchema.ArraySchema]> {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part && part.type === 'array') yield [path, part as z.core.JSONSchema.ArraySchema];
  for (const [key, one] of Object.entries(part)) yield* listsIn(one, `${path}/${key}`);
}

test('every list that a call takes has a maximum', () => {
  const lists = [...endpoints, ...shopHostEndpoints].flatMap((endpoint) =>
    schemasOf(endpoint).flatMap((schema) => {
      const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      return [...listsIn(shape, endpoint.path)];
    }),
  );
  expect(lists.length).toBeGreaterThan(50);
  const endless = lists.filter(([, { maxItems }]) => maxItems === undefined);
  expect(endless.map(([path]) => path)).toEqual([]);
});

test('only the first hundred errors of a value are named', () => {
  const rows = Array.from({ length: 1_000 }, () => 1);
  expect(fieldErrorsOf(z.array(z.string()), rows, 'en')).toHaveLength(100);
  const unknown = Object.fromEntries(rows.map((row, index) => [`field${index}`, row]));
  expect(fieldErrorsOf(z.strictObject({}), unknown, 'en')).toHaveLength(100);
});
