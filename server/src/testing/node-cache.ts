import path from 'node:path';

/**
 * Where processes of tests keep what Node made of the sources: types stripped, and compiled. It halves
 * the work of a start, and tests start many.
 */
export const NODE_CACHE = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../node_modules/.cache/node'),
};
