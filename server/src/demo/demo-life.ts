import type { NewOrder } from '@portage/contract/new-order';
import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { AuditEntry } from '../audit/write-audit.ts';
import { advanceOrder } from '../orders/advance-order.ts';
import { draftOrder } from '../orders/draft-order.ts';
import { locateAndRate } from '../orders/locate-and-rate.ts';
import type { RatingContext } from '../orders/rate-order.ts';
import { recordScan } from '../orders/record-scan.ts';
import type { Places } from '../places/places.ts';
import type { Step } from './demo-steps.ts';

/** An order as it was asked for and as it has become, with what the audit tells of it. */
export interface DemoLife {
  readonly newOrder: NewOrder;
  readonly order: Order;
  readonly audit: readonly AuditEntry[];
}

/** How long the background takes to locate and rate an order. */
const LOCATING_TAKES = 1_500;

/** Who places a demo order, and what rating it needs to know. */
export interface DemoOffice extends Omit<RatingContext, 'now'> {
  readonly places: Places;
  readonly username: string;
  /** Nothing happens after this timestamp. */
  readonly now: EpochMillis;
}

function statusAudit(before: Order, after: Order, actor: string): AuditEntry {
  return {
    merchantId: after.merchantId,
    at: after.modified,
    actor,
    action: 'order.status_changed',
    subjectId: after.id,
    details: { from: before.orderStatus, to: after.orderStatus },
  };
}

/** Creates an order and, unless the present comes first, locates and rates it. */
export async function beginLife(
  newOrder: NewOrder,
  createdAt: EpochMillis,
  { places, username, now, ...rating }: DemoOffice,
): Promise<DemoLife> {
  const merchantId = rating.merchant.id;
  const created = draftOrder(newOrder, { merchantId, username }, createdAt);
  const audit: AuditEntry[] = [
    {
      merchantId,
      at: createdAt,
      actor: username,
      action: 'order.created',
      subjectId: created.id,
      details: { status: created.orderStatus },
    },
  ];
  const locatedAt = createdAt + LOCATING_TAKES;
  if (locatedAt > now) return { newOrder, order: created, audit };

  const [origin, recipient] = await Promise.all([
    places.locate(created.dtoOriginAddress),
    places.locate(created.dtoRecipientAddress),
  ]);
  const order = locateAndRate(created, { origin, recipient }, { ...rating, now: locatedAt });
  return { newOrder, order, audit: [...audit, statusAudit(created, order, 'system')] };
}

/** What a life becomes by the steps of its journey up to the present. */
export function liveOn(
  life: DemoLife,
  steps: readonly Step[],
  { username, now }: Pick<DemoOffice, 'username' | 'now'>,
): DemoLife {
  const audit = [...life.audit];
  let { order } = life;
  for (const step of steps) {
    if (step.at > now) break;
    const before = order;
    if (step.kind === 'scan') {
      order = recordScan(order, step);
    } else {
      order = advanceOrder(order, step);
      audit.push(statusAudit(before, order, step.actor === 'merchant' ? username : step.actor));
    }
  }
  return { newOrder: life.newOrder, order, audit };
}
