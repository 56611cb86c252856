import { NewOrder } from '@portage/contract/orders/new-order';
import {
  type AddressDraft,
  isOfOtherCountry,
  provinceCorrection,
} from '../../lib/address/address-draft.ts';
import { payloadOf } from './draft-payload.ts';
import type { OrderDraft } from './order-draft.ts';
import type { DraftProblem } from './draft-problem.ts';

/**
 * What is wrong with a draft: by path, a key of `fieldMessages`, a `DraftProblem`, or a sentence of
 * the server.
 */
export type DraftErrors = Readonly<Record<string, string>>;

interface DraftReading {
  /** The payload to send; missing while anything is wrong. */
  readonly order?: NewOrder;
  readonly errors: DraftErrors;
}

/** Tells whether nothing was typed where an error stands: draft and payload have the same paths. */
function isBlank(draft: OrderDraft, path: readonly PropertyKey[]): boolean {
  const typed = path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    draft,
  );
  return typeof typed === 'string' && typed.trim() === '';
}

function errorsOfAddress(path: string, address: AddressDraft): DraftErrors {
  if (isOfOtherCountry(address)) return { [`${path}.postalCode`]: 'postalCodeInvalid' };
  return provinceCorrection(address) === undefined
    ? {}
    : { [`${path}.province`]: 'provinceMismatch' satisfies DraftProblem };
}

/** What the contract cannot know: the merchant's rules, and what the wizard makes obligatory. */
function errorsOfWizard(draft: OrderDraft, phoneOptional: boolean): DraftErrors {
  const isPhoneMissing = !phoneOptional && draft.recipient.phone.trim() === '';
  const isWindowMissing = draft.service === 'SCHEDULED' && !draft.window;
  return {
    ...errorsOfAddress('originAddress', draft.originAddress),
    ...errorsOfAddress('recipientAddress', draft.recipientAddress),
    ...(isPhoneMissing && { 'recipient.phone': 'required' }),
    ...(!draft.service && { service: 'serviceMissing' satisfies DraftProblem }),
    ...(isWindowMissing && { window: 'windowRequired' }),
  };
}

/**
 * Reads a draft with the contract's own schema (spec 2 §5): either the payload to send, phone and
 * postal codes in their stored form, or what to say under which field.
 */
export function readDraft(
  draft: OrderDraft,
  { phoneOptional }: { phoneOptional: boolean },
): DraftReading {
  const parsed = NewOrder.safeParse(payloadOf(draft));
  const errorsOfContract = (parsed.error?.issues ?? []).map((issue): [string, string] => [
    issue.path.join('.'),
    isBlank(draft, issue.path) ? 'required' : issue.message,
  ]);
  const errors = {
    ...Object.fromEntries(errorsOfContract),
    ...errorsOfWizard(draft, phoneOptional),
  };
  return parsed.success && Object.keys(errors).length === 0
    ? { order: parsed.data, errors }
    : { errors };
}
