'use strict';

// Makes sure that the browser tests have a Chromium: the machine's own, else Debian's package
// (as root), else the one Playwright downloads. Tests that print need all of it; for the others its
// headless shell, which draws no browser around the page, does the same in three quarters of the time.

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const headlessShell = '/usr/bin/chromium-headless-shell';

const isRoot = process.getuid?.() === 0;
const isDebianRoot = isRoot && fs.existsSync('/usr/bin/apt-get');

/**
 * Finds the browser of the tests: `PORTAGE_CHROMIUM`, the machine's own, or Playwright's download.
 *
 * @returns {string}
 */
function chromiumPath() {
  const named = process.env.PORTAGE_CHROMIUM;
  if (named) return named;
  return usualPlaces.find((file) => fs.existsSync(file)) ?? playwrightsOwn();
}

/**
 * Finds the browser of tests that print nothing: the headless shell, or else Chromium.
 *
 * @returns {string}
 */
function headlessShellPath() {
  const isNamed = Boolean(process.env.PORTAGE_CHROMIUM);
  return !isNamed && fs.existsSync(headlessShell) ? headlessShell : chromiumPath();
}

/** @returns {string} */
function playwrightsOwn() {
  return require('@playwright/test').chromium.executablePath();
}

function ensureChromium() {
  const isNamed = Boolean(process.env.PORTAGE_CHROMIUM);
  if (runs() && (isNamed || !isDebianRoot || fs.existsSync(headlessShell))) return;
  if (isNamed) fail(`PORTAGE_CHROMIUM is ${process.env.PORTAGE_CHROMIUM}, which does not run.`);

  if (isDebianRoot) {
    console.log('Installing Chromium for the browser tests (apt-get) …');
    const quietly = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
    run('apt-get', ...quietly, 'update');
    run('apt-get', ...quietly, 'install', '-y', 'chromium', 'chromium-headless-shell');
    if (runs()) return;
  }

  console.log('Downloading Chromium for the browser tests (Playwright) …');
  const playwright = path.join(path.dirname(require.resolve('@playwright/test')), 'cli.js');
  run(process.execPath, playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium');
  if (runs()) return;

  fail(
    'No Chromium for the browser tests, and none could be installed from here.',
    'On Debian: sudo apt-get install chromium',
    'Elsewhere: install Chromium or Chrome and set PORTAGE_CHROMIUM to its path.',
  );
}

/** Tells if the browser starts with the libraries it needs. */
function runs() {
  return spawnSync(chromiumPath(), ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * @param {string} command
 * @param {...string} args
 */
function run(command, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { stdio: 'inherit', env });
}

/**
 * @param {...string} lines
 * @returns {never}
 */
function fail(...lines) {
  console.error(`\n${lines.join('\n')}`);
  process.exit(1);
}

if (require.main === module) ensureChromium();

module.exports = { chromiumPath, headlessShellPath };
