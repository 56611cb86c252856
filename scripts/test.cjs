'use strict';

// Everything `npm test` checks, cheapest first; stops at the first that fails.

const { spawnSync } = require('node:child_process');

/** @type {[heading: string, command: string][]} */
const steps = [
  ['Format', 'npm run --silent format:check'],
  ['Lint', 'npm run --silent lint'],
  ['Types', 'npm run --silent types'],
  ['Unused files, exports and packages', 'npm run --silent knip'],
  ['Unit and server tests', 'vitest run'],
  ['Portal build', 'node scripts/build-portal.cjs'],
  ['Browser tests', 'playwright test'],
];

const started = Date.now();
for (const [heading, command] of steps) {
  console.log(`\n━━ ${heading} ━━`);
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\n✗ ${heading} failed (${command}) after ${elapsed()}.`);
    process.exit(status ?? 1);
  }
}
console.log(`\n✓ Everything passed in ${elapsed()}.`);

function elapsed() {
  const seconds = Math.round((Date.now() - started) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
