import { readPhone } from '@portage/contract/imports/import-cells';
import { formatPhone } from '@portage/contract/phone';
import type { OrderDraft } from './order-draft.ts';

type WithPhone = Pick<OrderDraft, 'recipient' | 'notes'>;

/**
 * Moves the extension of a phone number (`416 555-0142 x12`, `poste 12`) to the notes, as imports do: a
 * phone number has no place for it. `noteOf` words the note.
 */
export function moveExtension<Draft extends WithPhone>(
  draft: Draft,
  noteOf: (extension: string) => string,
): Draft {
  const { recipient, notes } = draft;
  const read = readPhone(recipient.phone.trim());
  const phone = 'value' in read ? read.value : undefined;
  if (phone?.extension === undefined) return draft;
  return {
    ...draft,
    recipient: { ...recipient, phone: formatPhone(phone.phone) },
    notes: [notes, noteOf(phone.extension)].filter(Boolean).join('\n'),
  };
}
