import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { editDraftOf, type EditDraft, textAt, type EditState, rebaseEdit } from './current-edit.ts';

const order = exampleOrder({ notes: 'Ring twice' });

const edited = (typed: Partial<EditDraft>): EditState => {
  return { order, draft: { ...editDraftOf(order), ...typed }, conflicts: [] };
};
const newer = (about: Partial<Order>): Order => ({ ...order, version: 2, ...about });
const movedTo = (street: string) =>
  newer({ dtoRecipientAddress: { ...order.dtoRecipientAddress, street } });

describe('an edit that meets a newer state of its order', () => {
  test('keeps typed fields and takes over the others', () => {
    const met = rebaseEdit(
      edited({ notes: 'Leave it at the desk' }),
      newer({ recipient: { ...order.recipient, name: 'Élodie Roy' }, packageCount: 2 }),
    );
    expect(met.draft).toMatchObject({
      notes: 'Leave it at the desk',
      recipient: { name: 'Élodie Roy' },
      packageCount: '2',
    });
    expect(met).toMatchObject({ order: { version: 2 }, conflicts: [] });
  });

  test('conflicts where another user changed the same field, until both agree', () => {
    const met = rebaseEdit(edited({ notes: 'Mine' }), newer({ notes: 'Theirs' }));
    expect(met).toMatchObject({ draft: { notes: 'Mine' }, conflicts: ['notes'] });
    const later = rebaseEdit(met, newer({ notes: 'Theirs', version: 3, tags: ['gift'] }));
    expect(later.conflicts).toEqual(['notes']);
    expect(rebaseEdit(later, newer({ notes: 'Mine', version: 4 })).conflicts).toEqual([]);
  });

  test('treats an address as one value, never half taken over', () => {
    const typed = edited({
      recipientAddress: { ...editDraftOf(order).recipientAddress, unit: '4' },
    });
    const met = rebaseEdit(typed, movedTo('99 Bank St'));
    expect(met.draft.recipientAddress).toMatchObject({ street: '300 Front St W', unit: '4' });
    expect(met.conflicts).toEqual(['recipientAddress.street', 'recipientAddress.unit']);
  });

  test('loses no typed text to any change', () => {
    const notes = fc.constantFrom('Ring twice', 'Mine', 'Theirs');
    const count = fc.constantFrom(1, 2, 3);
    fc.assert(
      fc.property(notes, count, notes, count, (myNotes, myCount, theirNotes, theirCount) => {
        const mine = edited({ notes: myNotes, packageCount: String(myCount) });
        const met = rebaseEdit(mine, newer({ notes: theirNotes, packageCount: theirCount }));
        const now = editDraftOf(met.order);
        for (const field of ['notes', 'packageCount'] as const) {
          const before = textAt(editDraftOf(order), field);
          const typed = textAt(mine.draft, field);
          const theirs = textAt(now, field);
          const isContested = typed !== before && theirs !== before && typed !== theirs;
          expect(textAt(met.draft, field)).toBe(typed === before ? theirs : typed);
          expect(met.conflicts.includes(field)).toBe(isContested);
        }
      }),
    );
  });
});
