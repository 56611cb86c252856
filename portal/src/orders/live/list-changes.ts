/** Ids of orders by what reading them again has shown. */
export interface NewChanges {
  /** All that were read. */
  readonly read: readonly string[];
  /** Are listed and match no more. */
  readonly left: readonly string[];
  /** Are deleted. */
  readonly deleted: readonly string[];
  /** Match, have their place among the loaded ones or above them, and are not loaded. */
  readonly unlisted: readonly string[];
  /** True where more has changed than was read. */
  readonly isIncomplete: boolean;
}

/** An order that is listed and should not be any more. */
export interface LeavingOrder {
  readonly id: string;
  readonly isDeleted: boolean;
}

/** What changed about a list that its reader does not see yet. */
export interface ListChanges {
  /** Which list it is about. */
  readonly listKey: string;
  readonly unlisted: readonly string[];
  readonly leaving: readonly LeavingOrder[];
  /** Whether more has changed than was read. */
  readonly isIncomplete: boolean;
}

/** A list of which nothing changed. */
export const noChanges = (listKey: string): ListChanges => ({
  listKey,
  unlisted: [],
  leaving: [],
  isIncomplete: false,
});

/** What is known of a list together with what was read since. */
export function addChanges(before: ListChanges, news: NewChanges): ListChanges {
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
