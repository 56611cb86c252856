import { expect, test } from 'vitest';
import { DAY } from '@portage/contract/time';
import { blankPackage } from '../order/order-form/order-draft.ts';
import { exampleDraft } from '../order/testing/example-draft.ts';
import {
  deleteDraft,
  type DraftStorage,
  draftKeeper,
  type EnteredOrder,
  listDrafts,
  loadDraft,
  keepLastOrder,
  withLastOrder,
} from './draft-storage.ts';

const OWNER = 'm-1/zoe';
const NOW = 1_800_000_000_000;

function memoryStorage(mayWrite = () => true): DraftStorage & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (!mayWrite()) throw new Error('QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
}

const blank = exampleDraft({ recipient: { name: '', phone: '', email: '' } });
const orderFor = (name: string, notes = ''): EnteredOrder => ({
  draft: exampleDraft({ recipient: { name, phone: '', email: '' }, notes }),
  furthestStep: 2,
});
const load = (storage: DraftStorage, id: string, owner = OWNER) =>
  loadDraft(storage, { owner, id, blank });
const openTab = (storage: DraftStorage, id: string) =>
  draftKeeper(storage, OWNER, { id, loaded: load(storage, id) });
const names = (storage: DraftStorage, now = NOW) =>
  listDrafts(storage, OWNER, now).map(({ name }) => name);

test('drafts are listed by recipient, last changed first, and restored completely', () => {
  const storage = memoryStorage();
  openTab(storage, 'a').save(orderFor('Zoé'), NOW);
  openTab(storage, 'b').save(orderFor('Bo'), NOW + 1);
  expect(listDrafts(storage, OWNER, NOW)).toEqual([
    { id: 'b', savedAt: NOW + 1, name: 'Bo', destination: 'Montréal h1x2b1' },
    { id: 'a', savedAt: NOW, name: 'Zoé', destination: 'Montréal h1x2b1' },
  ]);
  expect(load(storage, 'a')).toMatchObject({
    draft: { recipient: { name: 'Zoé' } },
    furthestStep: 2,
    leftOut: [],
  });
});

test('a draft is neither shown nor listed to another person', () => {
  const storage = memoryStorage();
  openTab(storage, 'a').save(orderFor('Zoé'), NOW);
  expect(load(storage, 'a', 'm-1/bo')).toBeUndefined();
  expect(listDrafts(storage, 'm-1/bo', NOW)).toEqual([]);
  expect(names(storage)).toEqual(['Zoé']);
});

test('two tabs that change one draft both keep what was entered in them', () => {
  const storage = memoryStorage();
  openTab(storage, 'a').save(orderFor('Zoé'), NOW);
  const [first, second] = [openTab(storage, 'a'), openTab(storage, 'a')];
  expect(first.save(orderFor('Zoé', 'first'), NOW)).toEqual({ kept: true });
  const result = second.save(orderFor('Zoé', 'second'), NOW);
  const forked = 'forked' in result ? result.forked : '';
  expect(load(storage, 'a')?.draft.notes).toBe('first');
  expect(load(storage, forked)?.draft.notes).toBe('second');
  expect(second.save(orderFor('Zoé', 'second again'), NOW)).toEqual({ kept: true });
  expect(names(storage)).toEqual(['Zoé', 'Zoé']);
});

test('a draft that became an order is removed, unless another tab changed it', () => {
  const storage = memoryStorage();
  openTab(storage, 'a').save(orderFor('Zoé'), NOW);
  const [first, second] = [openTab(storage, 'a'), openTab(storage, 'a')];
  first.finish();
  first.save(orderFor('Zoé', 'too late'), NOW);
  expect(names(storage)).toEqual([]);
  second.save(orderFor('Zoé', 'still typing'), NOW);
  expect(names(storage)).toEqual(['Zoé']);
});

test('an emptied or deleted draft is removed, and a deletion can be undone', () => {
  const storage = memoryStorage();
  const tab = openTab(storage, 'a');
  tab.save(orderFor('Zoé'), NOW);
  tab.discard();
  expect(names(storage)).toEqual([]);
  tab.save(orderFor('Zoé'), NOW);
  const undo = deleteDraft(storage, 'a');
  expect(names(storage)).toEqual([]);
  undo();
  expect(names(storage)).toEqual(['Zoé']);
});

test('a draft is removed 30 days after its last change, and so is broken data', () => {
  const storage = memoryStorage();
  openTab(storage, 'a').save(orderFor('Zoé'), NOW);
  storage.items.set('portage.draft.b', '{');
  storage.items.set('language', 'fr');
  expect(names(storage, NOW + 30 * DAY)).toEqual(['Zoé']);
  expect(names(storage, NOW + 30 * DAY + 1)).toEqual([]);
  expect([...storage.items.keys()]).toEqual(['language']);
});

test('a full storage is reported', () => {
  const storage = memoryStorage(() => false);
  expect(openTab(storage, 'a').save(orderFor('Zoé'), NOW)).toEqual({ kept: false });
});

test('a new order starts with the package and service of the same user’s last one', () => {
  const storage = memoryStorage();
  const [first] = exampleDraft().packages;
  const measured = {
    ...(first ?? blankPackage()),
    weightOptions: { weight: '7', unit: 'kg' as const },
    refNumber: 'SKU-1',
  };
  const created = exampleDraft({ packages: [measured], service: 'FLEX', notes: 'Ring twice' });
  keepLastOrder(storage, OWNER, created);
  const { packages, service, notes } = withLastOrder(storage, OWNER, blank);
  expect({ service, notes }).toEqual({ service: 'FLEX', notes: blank.notes });
  expect(packages).toHaveLength(1);
  expect(packages[0]?.weightOptions).toEqual({ weight: '7', unit: 'kg' });
  expect(packages[0]?.refNumber).toBe(blank.packages[0]?.refNumber);
  expect(withLastOrder(storage, 'm-1/other', blank)).toBe(blank);
  storage.setItem(`portage.lastOrder.${OWNER}`, '{"service":"GONE"}');
  expect(withLastOrder(storage, OWNER, blank)).toBe(blank);
});
