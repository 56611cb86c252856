/** Fetches the calendar, which is heavy: the names of ranges show without. */
export const loadCalendar = () => import('./filters/DayRangeCalendar.tsx');

/** Fetches what the controls of the list open: its rows show without. */
export const loadListTools = () => import('./list-tools.ts');
