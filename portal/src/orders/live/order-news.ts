import type { OrderNews } from './read-changes.ts';

/** An order that is listed and should not be any more. */
export interface LeavingOrder {
  readonly id: string;
  readonly isDeleted: boolean;
}

/** What changed about a list that its reader does not see yet. */
export interface ListNews {
  /** Which list it is about. */
  readonly listKey: string;
  readonly unlisted: readonly string[];
  readonly leaving: readonly LeavingOrder[];
  /** Whether more has changed than was read. */
  readonly isIncomplete: boolean;
}

/** A list of which nothing changed. */
export const noNews = (listKey: string): ListNews => ({
  listKey,
  unlisted: [],
  leaving: [],
  isIncomplete: false,
});

/** What is known of a list together with what was read since. */
export function addNews(before: ListNews, news: OrderNews): ListNews {
  const read = new Set([...news.read, ...news.deleted]);
  const staying = before.leaving.filter(({ id }) => !read.has(id));
  return {
    listKey: before.listKey,
    unlisted: [...before.unlisted.filter((id) => !read.has(id)), ...news.unlisted],
    leaving: [
      ...staying,
      ...news.left.map((id) => ({ id, isDeleted: false })),
      ...news.deleted.map((id) => ({ id, isDeleted: true })),
    ],
    isIncomplete: before.isIncomplete || news.isIncomplete,
  };
}
