import path from 'node:path';

/** Caches Node's compiled sources between processes of tests: starts take half the work. */
export const NODE_CACHE = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../node_modules/.cache/node'),
};
