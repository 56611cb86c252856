'use strict';

// Everything `npm test` checks, cheapest first; stops at the first stage in which something fails.

const { spawn } = require('node:child_process');
const path = require('node:path');

/** @typedef {[heading: string, command: string, output?: 'live']} Step */

/**
 * The steps of a stage run side by side: those that look at the sources use one core each, and the
 * portal is built while tests wait. A live step prints as it goes, the others once they are over.
 *
 * @type {Step[][]}
 */
const stages = [
  [
    ['Format', 'npm run --silent format:check'],
    ['Lint and types', 'npm run --silent types'],
    ['Unused files, exports and packages', 'npm run --silent knip'],
  ],
  [
    ['Unit and server tests', 'vitest run', 'live'],
    ['Portal build', 'node scripts/build-portal.cjs'],
  ],
  [['Browser tests', 'playwright test', 'live']],
];

const started = Date.now();

/** Test processes compile the same packages. */
const env = {
  NODE_COMPILE_CACHE: path.resolve(__dirname, '../node_modules/.cache/node'),
  ...process.env,
};

/**
 * Runs a command; answers with its exit code.
 *
 * @param {Step} step
 * @returns {Promise<number>}
 */
function run([heading, command, output]) {
  if (output) console.log(`\n━━ ${heading} ━━`);
  const child = spawn(command, { shell: true, env, stdio: output ? 'inherit' : 'pipe' });
  /** @type {Buffer[]} */
  const words = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (/** @type {Buffer} */ said) => words.push(said));
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (!output) process.stdout.write(`\n━━ ${heading} ━━\n${Buffer.concat(words).toString()}`);
      resolve(code ?? 1);
    });
  });
}

async function test() {
  for (const stage of stages) {
    const codes = await Promise.all(stage.map(run));
    const failed = stage.filter((_, index) => codes[index] !== 0);
    for (const [heading, command] of failed) {
      console.error(`\n✗ ${heading} failed (${command}) after ${elapsed()}.`);
    }
    if (failed.length > 0) process.exit(codes.find((code) => code !== 0));
  }
  console.log(`\n✓ Everything passed in ${elapsed()}.`);
}

function elapsed() {
  const seconds = Math.round((Date.now() - started) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

void test();
