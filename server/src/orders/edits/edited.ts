/** A text after an edit: what is not given stays, `null` or nothing typed takes it out. */
export const edited = (before: string | undefined, edit: string | null | undefined) =>
  edit === undefined ? before : edit || undefined;
