import { expect, test } from 'vitest';
import { EMPTY_DRAFT, keepDraft, loadDraft } from './new-user-draft.ts';

const draft = { name: 'Ada Nguyen', email: 'ada@', phone: '' };

/** The storage of a tab, in memory. */
function tabWith(value?: string) {
  const kept = new Map(value === undefined ? [] : [['portage.newUser', value]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('what was typed is found again by the merchant whose form it was, and by no other', () => {
  const tab = tabWith();
  keepDraft(tab, 'maple', draft);
  expect(loadDraft(tab, 'maple')).toEqual(draft);
  expect(loadDraft(tab, 'bakery')).toBeUndefined();
});

test('a form that was emptied leaves nothing behind', () => {
  const tab = tabWith();
  keepDraft(tab, 'maple', draft);
  keepDraft(tab, 'maple', EMPTY_DRAFT);
  expect(loadDraft(tab, 'maple')).toBeUndefined();
});

test('what cannot be read counts as nothing', () => {
  expect(loadDraft(tabWith('{'), 'maple')).toBeUndefined();
  expect(loadDraft(tabWith('{"merchantId":"maple"}'), 'maple')).toBeUndefined();
});
