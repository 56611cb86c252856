'use strict';

// Builds the portal into portal/dist, unless what is there was built from these very sources.

const { spawn } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const { oneAtATime } = require('./one-at-a-time.cjs');

const root = path.dirname(__dirname);
const stampFile = path.join(root, 'portal', 'dist', '.built-from');

async function buildPortal() {
  await oneAtATime('build', async () => {
    const sources = sourcesHash();
    if (builtFrom() === sources) return;
    console.log('Building the portal …');
    const started = Date.now();
    await viteBuild();
    compressAssets();
    fs.writeFileSync(stampFile, sources);
    console.log(`Portal built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  });
}

function builtFrom() {
  try {
    return fs.readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

/** One hash over every file the bundle is made from: its own sources, the contract, the packages. */
function sourcesHash() {
  const hash = crypto.createHash('sha256');
  const files = [
    'package-lock.json',
    'tsconfig.base.json',
    ...filesBelow('contract/src'),
    ...filesBelow('portal'),
  ];
  for (const file of files) {
    const content = fs.readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} directory
 * @returns {string[]} sorted, so that the hash does not depend on the file system's order
 */
function filesBelow(directory) {
  return fs
    .readdirSync(path.join(root, directory), { withFileTypes: true })
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules')
    .flatMap((entry) => {
      const name = `${directory}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(name) : [name];
    })
    .sort();
}

/** @returns {Promise<void>} */
function viteBuild() {
  return new Promise((resolve, reject) => {
    const vite = spawn('vite', ['build', '--logLevel', 'warn'], {
      cwd: path.join(root, 'portal'),
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    vite.on('error', reject);
    vite.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error('The portal could not be built; Vite says why above.'));
    });
  });
}

/**
 * Puts each script and style sheet there in Brotli and gzip, too: the server would otherwise compress
 * them at each request, and browsers take Brotli over secure connections only.
 */
function compressAssets() {
  const assets = path.join(root, 'portal', 'dist', 'assets');
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY } = zlib.constants;
  // The last two qualities take ten times as long for a twentieth less.
  const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_QUALITY]: 9 };
  for (const name of fs.readdirSync(assets).filter((file) => /\.(js|css)$/.test(file))) {
    const file = path.join(assets, name);
    const content = fs.readFileSync(file);
    fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(content, { params }));
    fs.writeFileSync(`${file}.gz`, zlib.gzipSync(content, { level: 9 }));
  }
}

buildPortal().catch((error) => {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
});
