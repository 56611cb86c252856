import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY } from '@portage/contract/time';
import { blankPackage } from '../order/order-form/order-draft.ts';
import { exampleDraft } from '../order/testing/example-draft.ts';
import {
  deleteDraft,
  draftKeeper,
  type EnteredOrder,
  listDrafts,
  loadDraft,
  keepLastOrder,
  withLastOrder,
} from './draft-storage.ts';

const OWNER = 'm-1/zoe';
const NOW = 1_800_000_000_000;

const items = new Map<string, string>();
const setItem = vi.fn<Storage['setItem']>((key, value) => void items.set(key, value));

beforeEach(() => {
  items.clear();
  vi.stubGlobal('Storage', Object);
  vi.stubGlobal('localStorage', {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem,
    removeItem: (key: string) => items.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const blank = exampleDraft({ recipient: { name: '', phone: '', email: '' } });
const orderFor = (name: string, notes = ''): EnteredOrder => ({
  draft: exampleDraft({ recipient: { name, phone: '', email: '' }, notes }),
  furthestStep: 2,
});
const load = (id: string, owner = OWNER) => loadDraft({ owner, id, blank });
const openTab = (id: string) => draftKeeper(OWNER, { id, loaded: load(id) });
const names = (now = NOW) => listDrafts(OWNER, now).map(({ name }) => name);

test('drafts are listed by recipient, last changed first, and restored completely', () => {
  openTab('a').save(orderFor('Zoé'), NOW);
  openTab('b').save(orderFor('Bo'), NOW + 1);
  expect(listDrafts(OWNER, NOW)).toEqual([
    { id: 'b', savedAt: NOW + 1, name: 'Bo', destination: 'Montréal h1x2b1' },
    { id: 'a', savedAt: NOW, name: 'Zoé', destination: 'Montréal h1x2b1' },
  ]);
  expect(load('a')).toMatchObject({
    draft: { recipient: { name: 'Zoé' } },
    furthestStep: 2,
    leftOut: [],
  });
});

test('a draft is neither shown nor listed to another person', () => {
  openTab('a').save(orderFor('Zoé'), NOW);
  expect(load('a', 'm-1/bo')).toBeUndefined();
  expect(listDrafts('m-1/bo', NOW)).toEqual([]);
  expect(names()).toEqual(['Zoé']);
});

test('two tabs that change one draft both keep what was entered in them', () => {
  openTab('a').save(orderFor('Zoé'), NOW);
  const [first, second] = [openTab('a'), openTab('a')];
  expect(first.save(orderFor('Zoé', 'first'), NOW)).toBeUndefined();
  const forked = second.save(orderFor('Zoé', 'second'), NOW) ?? '';
  expect(load('a')?.draft.notes).toBe('first');
  expect(load(forked)?.draft.notes).toBe('second');
  expect(second.save(orderFor('Zoé', 'second again'), NOW)).toBeUndefined();
  expect(names()).toEqual(['Zoé', 'Zoé']);
});

test('a draft that became an order is removed, unless another tab changed it', () => {
  openTab('a').save(orderFor('Zoé'), NOW);
  const [first, second] = [openTab('a'), openTab('a')];
  first.finish();
  first.save(orderFor('Zoé', 'too late'), NOW);
  expect(names()).toEqual([]);
  second.save(orderFor('Zoé', 'still typing'), NOW);
  expect(names()).toEqual(['Zoé']);
});

test('an emptied or deleted draft is removed, and a deletion can be undone', () => {
  const tab = openTab('a');
  tab.save(orderFor('Zoé'), NOW);
  tab.discard();
  expect(names()).toEqual([]);
  tab.save(orderFor('Zoé'), NOW);
  const undo = deleteDraft('a');
  expect(names()).toEqual([]);
  undo();
  expect(names()).toEqual(['Zoé']);
});

test('a draft is removed 30 days after its last change, and so is broken data', () => {
  openTab('a').save(orderFor('Zoé'), NOW);
  items.set('portage.draft.b', '{');
  items.set('language', 'fr');
  expect(names(NOW + 30 * DAY)).toEqual(['Zoé']);
  expect(names(NOW + 30 * DAY + 1)).toEqual([]);
  expect([...items.keys()]).toEqual(['language']);
});

test('a full storage is reported', () => {
  setItem.mockImplementationOnce(() => {
    throw new Error('QuotaExceededError');
  });
  const tab = openTab('a');
  tab.save(orderFor('Zoé'), NOW);
  expect(tab.isKept.get()).toBe(false);
});

test('a new order starts with the package and service of the same user’s last one', () => {
  const [first] = exampleDraft().packages;
  const measured = {
    ...(first ?? blankPackage()),
    weightOptions: { weight: '7', unit: 'kg' as const },
    refNumber: 'SKU-1',
  };
  const created = exampleDraft({ packages: [measured], service: 'FLEX', notes: 'Ring twice' });
  keepLastOrder(OWNER, created);
  const { packages, service, notes } = withLastOrder(OWNER, blank);
  expect({ service, notes }).toEqual({ service: 'FLEX', notes: blank.notes });
  expect(packages).toHaveLength(1);
  expect(packages[0]?.weightOptions).toEqual({ weight: '7', unit: 'kg' });
  expect(packages[0]?.refNumber).toBe(blank.packages[0]?.refNumber);
  expect(withLastOrder('m-1/other', blank)).toBe(blank);
  localStorage.setItem(`portage.lastOrder.${OWNER}`, '{"service":"GONE"}');
  expect(withLastOrder(OWNER, blank)).toBe(blank);
});
