'use strict';

// Builds the portal into portal/dist, unless it was built from the same sources.

const { spawn } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { promisify } = require('node:util');
const zlib = require('node:zlib');
const { oneAtATime } = require('./one-at-a-time.cjs');

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const root = path.dirname(__dirname);
const stampFile = path.join(root, 'portal', 'dist', '.built-from');

async function buildPortal() {
  await oneAtATime('build', async () => {
    const sources = sourcesHash();
    if (builtFrom() === sources) return;
    console.log('Building the portal …');
    const started = Date.now();
    await viteBuild();
    await compressAssets();
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

/** From this many bytes on, Brotli's last qualities take many seconds for a twentieth less. */
const LARGE_FILE = 1_000_000;

/**
 * Puts each script and style sheet there in Brotli and gzip, too: the server would otherwise compress
 * them at each request, and browsers take Brotli over secure connections only.
 */
async function compressAssets() {
  const assets = path.join(root, 'portal', 'dist', 'assets');
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY } = zlib.constants;
  const names = fs.readdirSync(assets).filter((file) => /\.(js|css)$/.test(file));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(assets, name);
      const content = fs.readFileSync(file);
      const quality = content.length < LARGE_FILE ? 11 : 9;
      const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_QUALITY]: quality };
      fs.writeFileSync(`${file}.br`, await brotli(content, { params }));
      fs.writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }));
    }),
  );
}

buildPortal().catch((error) => {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
});
