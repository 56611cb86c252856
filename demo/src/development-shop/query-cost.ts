import {
  type DocumentNode,
  type FieldNode,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
} from 'graphql';

/** Points that the platform charges for a mutation, an object, and a connection itself. */
const MUTATION = 10;
const OBJECT = 1;
const CONNECTION = 2;

function firstOf({ arguments: given = [] }: FieldNode): number | undefined {
  const first = given.find(({ name }) => name.value === 'first')?.value;
  return first?.kind === Kind.INT ? Number(first.value) : undefined;
}

function costOf({ selections }: SelectionSetNode): number {
  let cost = 0;
  for (const field of selections) {
    if (field.kind !== Kind.FIELD || !field.selectionSet) continue;
    const inside = costOf(field.selectionSet);
    const name = field.name.value;
    if (name === 'nodes') cost += OBJECT + inside;
    else if (firstOf(field) === undefined) cost += name === 'pageInfo' ? 0 : OBJECT + inside;
    else cost += CONNECTION + (firstOf(field) ?? 1) * Math.max(1, inside);
  }
  return cost;
}

const operationOf = ({ definitions }: DocumentNode) =>
  definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);

/** Requested points of a document, as if every list were full. */
export function requestedCost(query: string): number {
  const operation = operationOf(parse(query));
  if (!operation) return OBJECT;
  return operation.operation === OperationTypeNode.MUTATION
    ? MUTATION
    : costOf(operation.selectionSet);
}

function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + objectsIn(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + objectsIn(one), OBJECT);
}

/** Points of the answer, at most those requested. */
export function actualCost(query: string, data: unknown): number {
  const requested = requestedCost(query);
  const isMutation = operationOf(parse(query))?.operation === OperationTypeNode.MUTATION;
  return isMutation ? requested : Math.min(requested, Math.max(OBJECT, objectsIn(data) - OBJECT));
}
