import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  type GraphQLSchema,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import * as shopDocuments from '../../../server/src/shop/shop-documents.ts';

/** The excerpt of the platform's Admin API that the emulator has. */
export const SCHEMA_FILE = path.join(import.meta.dirname, 'admin-schema.graphql');

export const readAdminSchema = (): GraphQLSchema => buildSchema(readFileSync(SCHEMA_FILE, 'utf8'));

/** The GraphQL documents that Portage sends, by name. */
export function sentDocuments(): [name: string, text: string][] {
  const fulfillmentEventsCreate = shopDocuments.fulfillmentEventsCreateDocument(2);
  return Object.entries({ ...shopDocuments, fulfillmentEventsCreate }).flatMap(([name, value]) =>
    typeof value === 'object' && 'text' in value ? [[name, value.text]] : [],
  );
}

/** Lists fields that the schema lacks or deprecates, per document. */
export function faultsOfDocuments(schema: GraphQLSchema): string[] {
  const rules = [...specifiedRules, NoDeprecatedCustomRule];
  return sentDocuments().flatMap(([name, text]) =>
    validate(schema, parse(text), rules).map(({ message }) => `${name}: ${message}`),
  );
}
