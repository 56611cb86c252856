/** Fetches the calendar, which is heavy: the names of ranges show without. */
export const loadCalendar = () => import('./DayRangeCalendar.tsx');
