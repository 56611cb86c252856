'use strict';

// Packages the product into an empty folder: sources that run, the built portal, and the packages that
// they need, without those of development. `npm run package -- FOLDER`, after the portal was built.

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const root = path.dirname(__dirname);
const workspaces = ['contract', 'postgres', 'server', 'demo'];

/** Tells if a file is for development only. */
const isDevelopment = (/** @type {string} */ file) =>
  /\.test\.ts$|[\\/](testing|node_modules)$/.test(file);

/** @param {string} folder */
function packageInto(folder) {
  fs.mkdirSync(folder, { recursive: true });
  if (fs.readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty.`);
  const copy = (/** @type {string} */ name) =>
    fs.cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !isDevelopment(file),
    });
  for (const name of [
    ...workspaces,
    'portal/dist',
    'package.json',
    'package-lock.json',
    'LICENSE',
  ]) {
    copy(name);
  }
  // npm checks every workspace of the lockfile.
  for (const name of ['portal', 'connect', 'guide']) copy(`${name}/package.json`);
  execFileSync(
    'npm',
    ['ci', '--omit=dev', '--no-audit', '--no-fund', ...workspaces.map((name) => `-w=${name}`)],
    { cwd: folder, stdio: 'inherit' },
  );
  const bytes = sizeOf(folder);
  console.log(`Packaged into ${folder}: ${Math.round(bytes / 2 ** 20)} MiB.`);
  console.log('Start it there with Node 24: node --max-old-space-size=1024 server/src/main.ts');
}

/** @param {string} folder */
function sizeOf(folder) {
  let bytes = 0;
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += fs.statSync(path.join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name an empty folder: npm run package -- FOLDER');
packageInto(path.resolve(folder));
