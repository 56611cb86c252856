'use strict';

// Installs the packages of package-lock.json before every npm script, when they are missing or
// outdated. Runs first on a fresh clone, so it uses no package and any Node.

const { spawn, spawnSync } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { oneAtATime } = require('./one-at-a-time.cjs');

const root = path.dirname(__dirname);
const stampFile = path.join(root, 'node_modules', '.installed-from');
const oldestNode = 20;
const oldestNpm = 10;

async function prepare() {
  if (isInstalled()) return;
  refuseOldTools();
  await oneAtATime('install', async () => {
    if (isInstalled()) return; // by another process, while this one waited
    console.log('Installing packages (a minute or two the first time) …');
    fs.rmSync(stampFile, { force: true });
    await npmCi();
    refuseMissingRuntime();
    fs.writeFileSync(stampFile, lockfileHash());
  });
}

function isInstalled() {
  try {
    return fs.readFileSync(stampFile, 'utf8') === lockfileHash();
  } catch {
    return false;
  }
}

function lockfileHash() {
  const lockfile = fs.readFileSync(path.join(root, 'package-lock.json'));
  return crypto.createHash('sha256').update(lockfile).digest('hex');
}

function refuseOldTools() {
  const node = Number.parseInt(process.versions.node, 10);
  if (node < oldestNode) {
    fail(`Node ${oldestNode} or newer is needed; this is Node ${process.versions.node}.`);
  }
  const npm = /^npm\/((\d+)\S*)/.exec(process.env.npm_config_user_agent ?? '');
  if (npm && Number(npm[2]) < oldestNpm) {
    fail(
      `npm ${oldestNpm} or newer is needed; this is npm ${npm[1]}.`,
      'It comes with Node 20 and newer.',
    );
  }
}

/** Installs exactly what the lockfile lists, showing npm's own words as they come. */
async function npmCi() {
  // Through the Node that npm itself runs on: the one in node_modules is about to be replaced.
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const [command, ...script] = cli && node ? [node, cli] : ['npm'];
  const args = [
    'ci',
    // Development packages build the portal, so NODE_ENV=production must not leave them out.
    '--include=dev',
    '--include=optional',
    // Some ask for a newer Node than npm may be running on; they will run on the one installed here.
    '--loglevel=error',
  ];
  const npm = spawn(command, [...script, ...args], {
    cwd: root,
    env: withoutLifecycle(process.env),
    stdio: ['ignore', 'inherit', 'pipe'],
    shell: process.platform === 'win32' && command === 'npm',
  });

  let words = '';
  npm.stderr.on('data', (/** @type {Buffer} */ chunk) => {
    words += chunk.toString();
    process.stderr.write(chunk);
  });
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    npm.on('error', (error) => {
      words += error.message;
      resolve(1);
    });
    npm.on('close', resolve);
  });
  if (code === 0) return;

  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENOTCACHED/.test(words)) {
    fail(
      'The packages could not be downloaded: the npm registry does not answer.',
      'Check the network (and npm’s "proxy" and "registry" settings), then run the same command again.',
    );
  }
  fail('The packages could not be installed; npm says why above.');
}

/**
 * The environment as it was before npm started this script. What npm adds describes the outer
 * command and would change what the inner one does; how to reach the registry is kept.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutLifecycle(environment) {
  const kept = /^npm_config_(registry|cache|userconfig|cafile|proxy|https_proxy|noproxy|offline)$/i;
  return Object.fromEntries(
    Object.entries(environment).filter(([key]) => !/^npm_/i.test(key) || kept.test(key)),
  );
}

/** Portage runs on Node 24, which is among the packages for the platforms npm has it for. */
function refuseMissingRuntime() {
  const { status, stdout } = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: path.join(root, 'node_modules', '.bin') + path.delimiter + (process.env.PATH ?? ''),
    },
    shell: process.platform === 'win32',
  });
  if (status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= 24) return;
  fail(
    `Portage runs on Node 24, and the one from npm does not run on this machine (${process.platform} ${process.arch}).`,
    'Install Node 24 and run the same command again.',
  );
}

/**
 * @param {...string} lines
 * @returns {never}
 */
function fail(...lines) {
  console.error(`\n${lines.join('\n')}`);
  process.exit(1);
}

prepare().catch((error) => fail(String(error)));
