import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  buildClientSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
  Kind,
  parse,
  print,
  printSchema,
  validate,
} from 'graphql';
import { ADMIN_SCHEMA } from './admin-schema.ts';
import * as shopDocuments from '../../../server/src/shop/shop-documents.ts';

/** The package of the platform that holds the published schema; nothing of it is kept. */
const PACKAGE = '@shopify/dev-mcp@1.16.0';
const SCHEMA_FILE = 'package/dist/data/admin_2026-07.json.gz';

/** The published schema of the Admin API, read out of the packed package. */
function publishedSchema(): GraphQLSchema {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'portage-shop-schema-'));
  try {
    const options: ExecFileSyncOptions = { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] };
    const file = execFileSync('npm', ['pack', PACKAGE, '--silent'], options).toString().trim();
    execFileSync('tar', ['xzf', file, SCHEMA_FILE], options);
    const text = gunzipSync(fs.readFileSync(path.join(directory, SCHEMA_FILE))).toString();
    const { data } = JSON.parse(text) as { data: IntrospectionQuery };
    return buildClientSchema(data, { assumeValid: true });
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
}

/** What of our documents the schema does not know. */
function faultsOfDocuments(schema: GraphQLSchema): string[] {
  const documents = Object.entries(shopDocuments);
  return documents.flatMap(([name, value]) =>
    typeof value === 'object' && 'text' in value
      ? validate(schema, parse(value.text)).map(({ message }) => `${name}: ${message}`)
      : [],
  );
}

/** The types of the fields of each type in a schema's text, as `Type.field` to its type. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const definition of parse(text).definitions) {
    if (
      definition.kind !== Kind.OBJECT_TYPE_DEFINITION &&
      definition.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION &&
      definition.kind !== Kind.INTERFACE_TYPE_DEFINITION
    ) {
      continue;
    }
    for (const field of definition.fields ?? []) {
      fields.set(`${definition.name.value}.${field.name.value}`, print(field.type));
    }
  }
  return fields;
}

/** The fields of the emulator that the published schema lacks, or gives another type. */
function faultsOfEmulator(published: GraphQLSchema): string[] {
  const there = fieldsOf(printSchema(published));
  return [...fieldsOf(ADMIN_SCHEMA)].flatMap(([name, one]) => {
    const other = there.get(name) ?? 'missing';
    return other === one ? [] : [`${name}: ${one}, published: ${other}`];
  });
}

let schema: GraphQLSchema;
try {
  schema = publishedSchema();
} catch (error) {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  process.stderr.write(`The published schema cannot be had (${PACKAGE}): ${reason}\n`);
  process.exit(69);
}
const faults = [...faultsOfDocuments(schema), ...faultsOfEmulator(schema)];
process.stdout.write(
  faults.length === 0
    ? 'Every document and the emulator are valid against the published schema (2026-07).\n'
    : `${faults.join('\n')}\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
