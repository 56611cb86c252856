/** Heavy, and named ranges show without it. */
export const loadCalendar = () => import('./filters/DayRangeCalendar.tsx');

/** Rows show without it. */
export const loadListTools = () => import('./list-tools.ts');
