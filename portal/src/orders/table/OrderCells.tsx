import type { Order } from '@portage/contract/orders';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './order-columns.module.css';
import { wrapReference } from './wrap-reference.ts';

/** The city and province in which an order is delivered. */
export const placeOf = ({ recipientAddress: { city, province } }: Order) => `${city}, ${province}`;

/** Stands where an order has no value; `label` says so to those who do not see it. */
export function Nothing({ label }: { readonly label: string }) {
  return (
    <span className={classes['nothing']}>
      <span aria-hidden>–</span>
      <span className={classes['spoken']}>{label}</span>
    </span>
  );
}

/** A reference number, wrapped every 15 characters (spec 1 §9). */
export function Reference({ reference }: { readonly reference: string }) {
  return (
    <span className={classes['reference']} title={reference}>
      {wrapReference(reference).join('\n')}
    </span>
  );
}

interface RecipientProps {
  readonly order: Order;
  /** Says that the label is to be printed again, where it is. */
  readonly staleText: string | undefined;
  /** Says that what was to be printed of it failed, where it did. */
  readonly failedText: string | undefined;
  /** Says when its labels were printed, where they were. */
  readonly printedText: string | undefined;
  /** The same as short as can be: a time of today, or a day. */
  readonly printedAt: string | undefined;
}

/**
 * The recipient, the brand it sees, and how its labels stand; on narrow screens it also tells the
 * place, whose column is hidden.
 */
export function Recipient(props: RecipientProps) {
  const { order, staleText, failedText, printedText, printedAt } = props;
  const narrowText = failedText ?? staleText;
  return (
    <>
      <span className={classes['recipient']}>
        <span className={classes['name']}>{order.recipient.name}</span>
        {order.merchantDisplayName && (
          <span className={classes['displayName']} title={order.merchantDisplayName}>
            {order.merchantDisplayName}
          </span>
        )}
        {printedText !== undefined && !staleText && (
          <span className={classes['printed']} title={printedText}>
            <IconPrinter size={14} aria-hidden />
            <span className={classes['spoken']}>{printedText}</span>
            <span aria-hidden>{printedAt}</span>
          </span>
        )}
        {staleText && <span className={classes['labelStale']}>{staleText}</span>}
        {failedText && <span className={classes['labelFailed']}>{failedText}</span>}
      </span>
      <span className={classes['narrowDetails']}>
        {narrowText && <strong className={failedText && classes['failed']}>{narrowText} · </strong>}
        {placeOf(order)}
      </span>
    </>
  );
}

/** The tags of an order on one line; all of them are in the tooltip. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span title={tags.join(', ')}>
      {tags.map((tag) => (
        <span key={tag} className={classes['tag']}>
          {tag}
        </span>
      ))}
    </span>
  );
}

/** A number or its heading, which stand at the end of their column. */
export function Figure({ children }: { readonly children: ReactNode }) {
  return <span className={classes['figure']}>{children}</span>;
}
