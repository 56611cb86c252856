import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  buildClientSchema,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  type IntrospectionQuery,
  Kind,
  parse,
  print,
  printSchema,
  type TypeNode,
  visit,
} from 'graphql';
import { API_VERSION } from '../../../server/src/shop/shop-platform.ts';
import { faultsOfDocuments, SCHEMA_FILE } from './admin-schema.ts';

/** The platform's own package with its published schemas, of which we keep an excerpt. */
const PACKAGE = '@shopify/dev-mcp@1.16.0';
const PACKED = `package/dist/data/admin_${API_VERSION}.json.gz`;

/** Types of the excerpt; their fields of other types, and deprecated ones, are left out. */
const KEPT: ReadonlySet<string> = new Set(
  `Node DisplayableError PageInfo UserError MoneyV2 MoneyBag Weight Shop ShopPlan
  Location LocationAddress LocationConnection
  Order OrderConnection MailingAddress LineItem LineItemConnection ShippingLine
  Fulfillment FulfillmentConnection FulfillmentTrackingInfo FulfillmentEvent FulfillmentEventConnection
  FulfillmentOrder FulfillmentOrderConnection FulfillmentOrderLineItem
  FulfillmentOrderLineItemConnection FulfillmentOrderAssignedLocation
  FulfillmentOrderSupportedAction FulfillmentHold
  FulfillmentCreatePayload FulfillmentEventCreatePayload FulfillmentOrderMovePayload
  FulfillmentOrderMoveFulfillmentOrderMoveUserError FulfillmentOrderOpenPayload
  FulfillmentOrderReleaseHoldPayload FulfillmentOrderReleaseHoldUserError
  TagsAddPayload TagsRemovePayload
  ApiVersion WebhookSubscription WebhookSubscriptionConnection WebhookSubscriptionCreatePayload
  WebhookSubscriptionUpdatePayload WebhookSubscriptionDeletePayload
  DeliveryCarrierService DeliveryCarrierServiceConnection
  CarrierServiceCreatePayload CarrierServiceCreateUserError
  CarrierServiceUpdatePayload CarrierServiceUpdateUserError
  CarrierServiceDeletePayload CarrierServiceDeleteUserError
  AppInstallation AccessScope AppUninstallPayload AppUninstallAppUninstallError
  QueryRoot Mutation`.split(/\s+/),
);

/** Fields of the types that have many. */
const FIELDS: Readonly<Record<string, string>> = {
  QueryRoot:
    'shop locations order orders fulfillmentOrder webhookSubscriptions carrierServices currentAppInstallation',
  Mutation: `fulfillmentCreate fulfillmentEventCreate fulfillmentOrderMove fulfillmentOrderOpen
    fulfillmentOrderReleaseHold tagsAdd tagsRemove webhookSubscriptionCreate
    webhookSubscriptionUpdate webhookSubscriptionDelete carrierServiceCreate carrierServiceUpdate
    carrierServiceDelete appUninstall`,
  Shop: 'id name myshopifyDomain currencyCode plan',
  Location: 'id name isActive fulfillsOnlineOrders address',
  AppInstallation: 'id accessScopes',
  Order: `id legacyResourceId name createdAt updatedAt processedAt cancelledAt closedAt closed
    confirmed test cancelReason displayFulfillmentStatus note tags email phone totalWeight
    currencyCode requiresShipping fulfillable shippingLine shippingAddress lineItems fulfillments
    fulfillmentOrders`,
};

function publishedSchema(): GraphQLSchema {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'portage-shop-schema-'));
  try {
    const options: ExecFileSyncOptions = { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] };
    const file = execFileSync('npm', ['pack', PACKAGE, '--silent'], options).toString().trim();
    execFileSync('tar', ['xzf', file, PACKED], options);
    const text = gunzipSync(fs.readFileSync(path.join(directory, PACKED))).toString();
    const { data } = JSON.parse(text) as { data: IntrospectionQuery };
    return buildClientSchema(data, { assumeValid: true });
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
}

const nameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);

/** The text of the excerpt: the kept types with the enums, scalars and inputs that they need. */
function excerptOf(published: DocumentNode): string {
  const definitions = new Map<string, DefinitionNode>();
  for (const one of published.definitions) {
    if ('name' in one && one.name) definitions.set(one.name.value, one);
  }
  const isComposite = (name: string) => {
    const kind = definitions.get(name)?.kind;
    return (
      kind === Kind.OBJECT_TYPE_DEFINITION ||
      kind === Kind.INTERFACE_TYPE_DEFINITION ||
      kind === Kind.UNION_TYPE_DEFINITION
    );
  };
  const isWanted = ({ name, type, directives = [] }: FieldDefinitionNode, owner: string) =>
    directives.every((one) => one.name.value !== 'deprecated') &&
    (FIELDS[owner]?.split(/\s+/).includes(name.value) ?? true) &&
    (!isComposite(nameOf(type)) || KEPT.has(nameOf(type)));
  const isCurrent = ({ directives = [] }: InputValueDefinitionNode) =>
    directives.every((one) => one.name.value !== 'deprecated');

  const needed = new Set(KEPT);
  const excerpt = [];
  // The set grows while it is walked: each definition adds what it needs.
  for (const name of needed) {
    const definition = definitions.get(name);
    if (!definition) continue;
    let owner = '';
    const trimmed = visit(definition, {
      enter(node) {
        if ('description' in node && node.description) return { ...node, description: undefined };
        return undefined;
      },
      ObjectTypeDefinition(node) {
        owner = node.name.value;
        return {
          ...node,
          description: undefined,
          interfaces: node.interfaces?.filter((one) => KEPT.has(one.name.value)),
          fields: node.fields
            ?.filter((field) => isWanted(field, owner))
            .map((field) => ({
              ...field,
              description: undefined,
              arguments: field.arguments?.filter(isCurrent),
            })),
        };
      },
      InterfaceTypeDefinition(node) {
        const fields = node.fields?.filter((field) => isWanted(field, node.name.value));
        return { ...node, description: undefined, interfaces: [], fields };
      },
      InputObjectTypeDefinition(node) {
        return { ...node, description: undefined, fields: node.fields?.filter(isCurrent) };
      },
      NamedType(node) {
        needed.add(node.name.value);
      },
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
const excerpt = `${excerptOf(parse(printSchema(schema)))}\n`;
if (process.argv.includes('--write')) fs.writeFileSync(SCHEMA_FILE, excerpt);

/** Lines of a schema's text, each with the first line of its definition. */
const linesOf = (text: string) =>
  new Set(
    parse(text).definitions.flatMap((definition) => {
      const [head = '', ...lines] = print(definition)
        .split('\n')
        .map((line) => line.trim());
      return [head, ...lines.map((line) => `${head} ${line}`)];
    }),
  );

const current = linesOf(fs.readFileSync(SCHEMA_FILE, 'utf8'));
const published = linesOf(excerpt);
const faults = [
  ...faultsOfDocuments(schema),
  ...[...published.difference(current)].map((line) => `published, not in ours: ${line}`),
  ...[...current.difference(published)].map((line) => `ours, not published: ${line}`),
];
process.stdout.write(
  faults.length === 0
    ? `Documents, types and enum values agree with the published schema (${API_VERSION}).\n`
    : `${faults.join('\n')}\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
