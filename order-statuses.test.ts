import { format } from 'oxfmt';
import { expect, test } from 'vitest';
import {
  orderCan,
  type Actor,
  OrderStatus,
  orderStatuses,
} from '@portage/contract/orders/order-status';

const DOCUMENT = 'docs/order-statuses.md';

/** Statuses reached from nearly everywhere: their arrows would hide the others. */
const ENDS: ReadonlySet<string> = new Set([
  'CANCELLED',
  'FAILED',
  'RETURN_TO_SENDER',
  'LOST',
  'ARCHIVED',
]);

interface Transition {
  from: OrderStatus;
  to: string;
  actors: readonly Actor[];
}

const transitionsFrom = (from: OrderStatus): Transition[] =>
  Object.entries<readonly Actor[]>(orderStatuses[from].next).map(([to, actors]) => {
    return { from, to, actors };
  });

const arrows = OrderStatus.options
  .flatMap(transitionsFrom)
  .filter(({ to }) => !ENDS.has(to))
  .map(({ from, to, actors }) => `  ${from} --> ${to}: ${actors.join(', ')}`);

/** Actions of the merchant on an order without scans. */
function permitted(orderStatus: OrderStatus): string {
  const order = { orderStatus, isScanned: false };
  const { edit, tag, markReady, markNotReady, printLabel } = orderCan;
  const actions = { edit, tag, 'mark ready': markReady, 'mark not ready': markNotReady };
  return Object.entries({ ...actions, print: printLabel, delete: orderCan.delete })
    .filter(([, ask]) => ask(order).allowed)
    .map(([words]) => words)
    .join(', ');
}

function rowOf(status: OrderStatus): string {
  const { group, name } = orderStatuses[status];
  const next = transitionsFrom(status).map(({ to, actors }) => `${to} (${actors.join(', ')})`);
  const cells = [status, group, name.en, name.fr, next.join(', '), permitted(status)];
  return `| ${cells.join(' | ')} |`;
}

const text = `# Statuses of an order

<!-- Written from contract/src/orders/order-status.ts by: npx vitest run order-statuses.test.ts --update -->

What follows what, and who causes it: the merchant, the carrier's systems, or Portage itself (system). The table, and what may be done in each status, are in \`contract/src/orders/order-status.ts\`. Nothing but \`server/src/orders/advance-order.ts\` changes a status.

\`\`\`mermaid
stateDiagram-v2
  [*] --> CREATED
${arrows.join('\n')}
\`\`\`

The diagram omits the transitions to ${[...ENDS].join(', ')}, to which many statuses lead; the table has them. What may be done applies to orders without scans: a scan ends edits, deletion and marking not ready.

| status | group | in English | in French | may become | the merchant may |
| --- | --- | --- | --- | --- | --- |
${OrderStatus.options.map(rowOf).join('\n')}
`;

test('the document of the statuses is up to date', async () => {
  const { code } = await format(DOCUMENT, text);
  await expect(code).toMatchFileSnapshot(DOCUMENT);
});
