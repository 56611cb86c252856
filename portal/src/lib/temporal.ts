/** Loads a polyfill in browsers without Temporal; await it before the first use. */
export async function loadTemporal(): Promise<void> {
  if ('Temporal' in globalThis) return;
  const { Temporal } = await import('temporal-polyfill');
  Object.assign(globalThis, { Temporal });
}
