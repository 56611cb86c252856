import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { OrderEdit, type FieldChange } from '@portage/contract/orders/order-edits';
import { Order } from '@portage/contract/orders/orders';
import { deliveryTypeOf } from '@portage/contract/orders/packages';
import { draftOf, SOMEONE } from '../testing/insert-order.ts';
import { applyEdit, changesOf, editableValues } from './apply-edit.ts';

const NOW = Date.parse('2026-06-10T09:00:00-04:00');
const CONTEXT = { merchant: { phoneOptional: true }, heavyAllowed: true };

const draft = () => draftOf(SOMEONE, NOW, { service: 'CUSTOMER_BOOKING' });

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const words = fc.constantFrom(
  'Zoë',
  'O’Brien & fils',
  '25, rue d’Été',
  '<b>',
  '  two  words ',
  '😀',
);
const notes = fc.oneof(words, fc.constantFrom('', 'two\nlines', null));

const edits: fc.Arbitrary<OrderEdit> = fc
  .record<z.input<typeof OrderEdit>>({
    recipient: some(
      fc.record({
        name: some(words),
        email: some(fc.constantFrom('a@example.com', 'b@example.com', null)),
        phone: some(fc.constantFrom('4165550142', '+33123456789', null)),
      }),
    ),
    recipientAddress: some(
      fc.record({
        street: some(words),
        unit: some(fc.oneof(words, fc.constantFrom('', null))),
        city: some(words),
        province: some(fc.constantFrom('ON', 'QC')),
        postalCode: some(fc.constantFrom('M5B1C6', 'H2X 1Y4', '14201')),
        country: some(fc.constantFrom('CA', 'US')),
        isBusinessAddress: some(fc.boolean()),
      }),
    ),
    notes: some(notes),
    packageCount: some(fc.integer({ min: 1, max: 99 })),
    deliveryService: some(
      fc.constantFrom('TO_THE_DOOR', 'THRESHOLD', 'ROOM_OF_CHOICE', 'WHITE_GLOVE'),
    ),
  })
  .map((edit) => OrderEdit.parse(edit));

function undo(changes: readonly FieldChange[]): OrderEdit {
  const body: Record<string, Record<string, unknown>> & Record<string, unknown> = {};
  for (const { field, from } of changes) {
    const [part = '', name] = field.split('.');
    const value = valueOf(field, from);
    if (name === undefined) body[part] = value as never;
    else body[part] = { ...body[part], [name]: value };
  }
  return OrderEdit.parse(body);
}

function valueOf(field: FieldChange['field'], text: string | undefined): unknown {
  if (field === 'packageCount') return Number(text);
  if (field === 'recipientAddress.isBusinessAddress') return text === 'true';
  return text ?? null;
}

test('after any edit the order is valid and its packages are numbered', () => {
  fc.assert(
    fc.property(fc.array(edits, { maxLength: 5 }), (several) => {
      const after = several.reduce((order, edit) => applyEdit(order, edit, CONTEXT), draft());
      expect(Order.safeParse(after).error).toBeUndefined();
      expect(after.packages.map(({ trackingNumber }) => trackingNumber)).toEqual(
        after.packages.map((_, index) => `${after.trackingNumber}-${index + 1}`),
      );
      expect(after).toMatchObject({
        packageCount: after.packages.length,
        deliveryType: deliveryTypeOf(after.packages),
        signatureRequired: after.deliveryService !== 'TO_THE_DOOR',
      });
    }),
  );
});

test('a history replayed backwards gives the order before each edit', () => {
  fc.assert(
    fc.property(fc.array(edits, { minLength: 1, maxLength: 6 }), (several) => {
      const lives = [draft()];
      for (const edit of several) lives.push(applyEdit(lives.at(-1) ?? draft(), edit, CONTEXT));
      const histories = several.map((_, index) =>
        changesOf(lives[index] ?? draft(), lives[index + 1] ?? draft()),
      );
      let order = lives.at(-1) ?? draft();
      for (const [index, changes] of [...histories.entries()].reverse()) {
        order = applyEdit(order, undo(changes), CONTEXT);
        expect(editableValues(order)).toEqual(editableValues(lives[index] ?? draft()));
      }
    }),
  );
});

test('a repeated edit changes nothing', () => {
  fc.assert(
    fc.property(edits, (edit) => {
      const once = applyEdit(draft(), edit, CONTEXT);
      expect(changesOf(once, applyEdit(once, edit, CONTEXT))).toEqual([]);
    }),
  );
});
