import { expect, test } from 'vitest';
import { clearDraft, loadDraft, saveDraft, type SavedDraft } from './draft-storage.ts';
import { exampleDraft } from '../order/testing/example-draft.ts';

function memoryStorage(setItem?: () => never) {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: setItem ?? ((key: string, value: string) => void items.set(key, value)),
    removeItem: (key: string) => void items.delete(key),
  };
}

const saved: SavedDraft = { merchantId: 'm-1', draft: exampleDraft(), furthestStep: 3 };

test('a saved draft comes back whole', () => {
  const storage = memoryStorage();
  saveDraft(storage, saved);
  expect(loadDraft(storage, 'm-1')).toEqual(saved);
});

test('a draft is not shown to another merchant', () => {
  const storage = memoryStorage();
  saveDraft(storage, saved);
  expect(loadDraft(storage, 'm-2')).toBeUndefined();
});

test('a draft that was cleared is gone', () => {
  const storage = memoryStorage();
  saveDraft(storage, saved);
  clearDraft(storage);
  expect(loadDraft(storage, 'm-1')).toBeUndefined();
});

test('a draft that cannot be read is taken for none', () => {
  const storage = memoryStorage();
  saveDraft(storage, saved);
  for (const text of ['', '{', '{"merchantId":"m-1","draft":{}}']) {
    for (const key of storage.items.keys()) storage.items.set(key, text);
    expect(loadDraft(storage, 'm-1')).toBeUndefined();
  }
});

test('a full storage does not disturb the wizard', () => {
  const storage = memoryStorage(() => {
    throw new Error('QuotaExceededError');
  });
  expect(() => saveDraft(storage, saved)).not.toThrow();
});
