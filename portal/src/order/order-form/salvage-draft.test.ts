import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleDraft } from '../testing/example-draft.ts';
import { OrderDraft, salvageDraft } from './order-draft.ts';

const blank = exampleDraft({ recipient: { name: '', phone: '', email: '' }, service: null });
const kept = (draft: unknown) => JSON.parse(JSON.stringify(draft)) as unknown;

test('a draft of this version is taken over whole', () => {
  const draft = exampleDraft({
    service: 'SCHEDULED',
    window: { start: 1, end: 2 },
    tags: ['gift'],
  });
  expect(salvageDraft(kept(draft), blank)).toEqual({ draft, leftOut: [] });
});

test('a field unknown to an older version is blank, without a message', () => {
  const { customFields: _, recipientAddress, ...older } = exampleDraft();
  const { isBusinessAddress: _mark, ...address } = recipientAddress;
  const { draft, leftOut } = salvageDraft(kept({ ...older, recipientAddress: address }), blank);
  expect(leftOut).toEqual([]);
  expect(draft.recipientAddress).toEqual({ ...address, isBusinessAddress: false });
  expect(draft.customFields).toEqual([{ name: '', value: '' }]);
});

test('unreadable parts are named, and the others are kept', () => {
  const { packages } = exampleDraft();
  const other = {
    ...exampleDraft(),
    service: 'TELEPORT',
    packages: packages.map((one) => ({ ...one, weightOptions: 4.5 })),
    insurance: 100,
  };
  const { draft, leftOut } = salvageDraft(kept(other), blank);
  expect(leftOut.toSorted()).toEqual(['insurance', 'packages', 'service']);
  expect(draft.service).toBeNull();
  expect(draft.recipient.name).toBe('Zoé Tremblay');
  expect(draft.packages[0]?.sizeOptions.length).toBe('10');
});

test('any stored value becomes a draft', () => {
  const parts = Object.fromEntries(Object.keys(blank).map((part) => [part, fc.jsonValue()]));
  const anything = fc.oneof(fc.jsonValue(), fc.record(parts, { requiredKeys: [] }));
  fc.assert(
    fc.property(anything, (value) => {
      expect(OrderDraft.safeParse(salvageDraft(value, blank).draft).success).toBe(true);
    }),
  );
});
