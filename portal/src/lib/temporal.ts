// The polyfill is fetched only where the browser has no Temporal of its own yet.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

/** Dates and times of the calendar (ECMAScript 2026). */
export const { Temporal } = globalThis;
