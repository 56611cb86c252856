import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { Endpoint } from '@portage/contract/endpoint';

const CONTRACT = path.resolve(import.meta.dirname, '../../../contract/src');

const OF_DEMOS = 'simulation.ts';

const isTable = ([name]: [string, unknown]) => name.endsWith('Endpoints');

async function endpointsOf(file: string): Promise<Endpoint[]> {
  const exported = (await import(path.join(CONTRACT, file))) as Record<string, object>;
  const tables = Object.entries(exported).filter(isTable);
  return tables.flatMap(([, table]) => Object.values(table) as Endpoint[]);
}

async function endpointsWhere(passes: (file: string) => boolean): Promise<Endpoint[]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('.test.ts') && path.basename(file) !== OF_DEMOS,
  );
  const tables = await Promise.all(files.filter(passes).map(endpointsOf));
  return tables.flat();
}

const isOfShopHost = (file: string) => /^shop[-.]/.test(path.basename(file));

/**
 * Every endpoint, found in the contract's files, new ones too. `api-document.test.ts` compares the
 * list with the server.
 */
export const endpoints: Endpoint[] = await endpointsWhere((file) => !isOfShopHost(file));

export const shopHostEndpoints: Endpoint[] = await endpointsWhere(isOfShopHost);

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** A value of a schema, whose fields and texts `given` may choose. */
export function sampleOf(
  schema: JsonSchema,
  given: (name: string, schema: z.core.JSONSchema.BaseSchema) => unknown,
  name = '',
): unknown {
  if (typeof schema === 'boolean') return given(name, {}) ?? 'x';
  const { type, properties, items } = schema;
  const [variant] = schema.anyOf ?? schema.oneOf ?? [];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (variant !== undefined) return sampleOf(variant, given, name);
  const chosen = given(name, schema);
  if (chosen !== undefined) return chosen;
  if (type === 'object') {
    const entries = Object.entries(properties ?? {});
    return Object.fromEntries(entries.map(([key, one]) => [key, sampleOf(one, given, key)]));
  }
  if (type === 'array') {
    return [sampleOf(Array.isArray(items) ? true : (items ?? true), given, name)];
  }
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? (schema.minimum ?? 1) : 'x';
}
