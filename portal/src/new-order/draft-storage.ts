import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { DAY } from '@portage/contract/time';
import { type Attempt, newKey } from '../lib/attempt.ts';
import { useSession } from '../lib/session.ts';
import { createStore, keepOnDevice, useStore } from '../lib/store.ts';
import {
  OrderDraft,
  holdsWork,
  newOrderDraft,
  salvageDraft,
} from '../order/order-form/order-draft.ts';

export function useDraftOwner(): string {
  const session = useSession();
  return `${session?.merchantId}/${session?.username}`;
}

export function useKeptEntry(merchant: Merchant, id: string, begun: OrderDraft | undefined) {
  const owner = useDraftOwner();
  const [entry] = useState(() => {
    const blank = withLastOrder(owner, newOrderDraft(merchant));
    const loaded = loadDraft({ owner, id, blank });
    const unkept = { draft: begun ?? blank, furthestStep: 0, attempt: undefined, leftOut: [] };
    return {
      /** Holds no work. */
      blank,
      /** The stored draft, else the given one, else a blank one. */
      initial: loaded ?? unkept,
      keeper: draftKeeper(owner, { id, loaded }),
    };
  });
  return entry;
}

/** Returns whether the draft is saved. `onForked` gets its new id when another tab changed it. */
export function useDraftSaving(
  blank: OrderDraft,
  keeper: DraftKeeper,
  entered: EnteredOrder,
  onForked: (id: string) => void,
): boolean {
  const isWork = holdsWork(entered.draft, blank);
  const isKept = useStore(keeper.isKept);
  useEffect(() => {
    if (!isWork) {
      keeper.discard();
      return;
    }
    const forked = keeper.save(entered, Date.now());
    if (forked !== undefined) onForked(forked);
  });
  return isKept || !isWork;
}

const LAST = 'portage.lastOrder.';

const { packages, service } = OrderDraft.shape;
const LastOrder = z.object({
  service,
  package: packages.element.pick({ weightOptions: true, sizeOptions: true }),
});

/** Keeps package and service of a created order for the next one. */
export function keepLastOrder(owner: string, draft: OrderDraft): void {
  const last = LastOrder.parse({ service: draft.service, package: draft.packages[0] });
  keepOnDevice(LAST + owner, JSON.stringify(last));
}

/** Preselects package and service of the last order. */
export function withLastOrder(owner: string, blank: OrderDraft): OrderDraft {
  try {
    const last = LastOrder.parse(JSON.parse(localStorage.getItem(LAST + owner) ?? ''));
    const [first] = blank.packages;
    if (!first) return blank;
    return { ...blank, service: last.service, packages: [{ ...first, ...last.package }] };
  } catch {
    return blank;
  }
}

const PREFIX = 'portage.draft.';

/** Drafts are deleted after 30 days without a change. */
const KEPT_FOR = 30 * DAY;

export interface EnteredOrder {
  readonly draft: OrderDraft;
  /** Index of the furthest page reached. */
  readonly furthestStep: number;
  /** The last submission, to repeat under the same key. */
  readonly attempt?: Attempt | undefined;
}

/** One item a draft, so that two tabs do not overwrite each other. */
const KeptDraft = z.object({
  owner: z.string(),
  savedAt: z.number(),
  revision: z.string().describe('Changes with every save: tells whether another tab saved since.'),
  furthestStep: z.int().min(0).catch(0),
  attempt: z.object({ key: z.string(), content: z.string() }).optional().catch(undefined),
  draft: z.unknown(),
});

function readKept(id: string) {
  try {
    return KeptDraft.safeParse(JSON.parse(localStorage.getItem(PREFIX + id) ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Loads a user's draft and fills in blank fields. */
export function loadDraft({ owner, id, blank }: { owner: string; id: string; blank: OrderDraft }) {
  const kept = readKept(id);
  if (!kept || kept.owner !== owner) return undefined;
  const { revision, furthestStep, attempt } = kept;
  return { ...salvageDraft(kept.draft, blank), revision, furthestStep, attempt };
}

const text = z.string().catch('');
const Summarised = z.object({
  recipient: z.object({ name: text }).catch({ name: '' }),
  recipientAddress: z.object({ city: text, postalCode: text }).catch({ city: '', postalCode: '' }),
});

/** Lists a user's drafts, last changed first, and deletes those of 30 days ago. */
export function listDrafts(owner: string, now: number) {
  const keys = Array.from(
    { length: localStorage.length },
    (_, index) => localStorage.key(index) ?? '',
  );
  const drafts = keys.flatMap((key) => {
    if (!key.startsWith(PREFIX)) return [];
    const id = key.slice(PREFIX.length);
    const kept = readKept(id);
    if (!kept || kept.savedAt < now - KEPT_FOR) {
      localStorage.removeItem(key);
      return [];
    }
    const { data } = Summarised.safeParse(kept.draft);
    const { city = '', postalCode = '' } = data?.recipientAddress ?? {};
    const destination = [city, postalCode].filter(Boolean).join(' ');
    const name = data?.recipient.name.trim() ?? '';
    return kept.owner === owner ? [{ id, savedAt: kept.savedAt, name, destination }] : [];
  });
  return drafts.sort((a, b) => b.savedAt - a.savedAt);
}

/** Deletes a draft; returns a function that restores it. */
export function deleteDraft(id: string): () => void {
  const kept = localStorage.getItem(PREFIX + id);
  localStorage.removeItem(PREFIX + id);
  return () => {
    if (kept !== null) localStorage.setItem(PREFIX + id, kept);
  };
}

type DraftKeeper = ReturnType<typeof draftKeeper>;

/** Keeps one draft in one tab; `loaded` is the state at the start. */
export function draftKeeper(
  owner: string,
  { id, loaded }: { id: string; loaded: ReturnType<typeof loadDraft> },
) {
  let ownId = id;
  let revision = loaded?.revision;
  let content = loaded && contentOf(loaded);
  let isFinished = false;
  const isKept = createStore(true);

  function write(entered: EnteredOrder, now: number): boolean {
    const next = newKey();
    try {
      const kept = { ...entered, owner, savedAt: now, revision: next };
      localStorage.setItem(PREFIX + ownId, JSON.stringify(kept));
    } catch {
      return false;
    }
    [revision, content] = [next, contentOf(entered)];
    return localStorage instanceof Storage;
  }

  function discard(): void {
    if (revision !== undefined && readKept(ownId)?.revision === revision) {
      localStorage.removeItem(PREFIX + ownId);
    }
    [revision, content] = [undefined, undefined];
  }

  return {
    /** False after a failed save. */
    isKept,
    /** Deletes it while it is empty. */
    discard,
    /** Deletes it after it became an order, and stops saving. */
    finish: () => {
      isFinished = true;
      discard();
    },
    /** Saves what changed; returns the new id when another tab had changed the draft. */
    save(entered: EnteredOrder, now: number): string | undefined {
      if (isFinished || contentOf(entered) === content) return undefined;
      // Another tab saved or submitted this draft; neither copy may be lost.
      const isTaken = readKept(ownId)?.revision !== revision;
      if (isTaken) ownId = newKey();
      isKept.set(write(entered, now));
      return isKept.get() && isTaken ? ownId : undefined;
    },
  };
}

const contentOf = ({ draft, furthestStep, attempt }: EnteredOrder) =>
  JSON.stringify({ draft, furthestStep, attempt });
