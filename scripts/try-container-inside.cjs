'use strict';

// The part of try-container.cjs that runs in the container's root file system, without network: starts
// everything that ops/compose.yaml names, signs a merchant in through nginx, and asks Prometheus.

const { execFileSync, spawn } = require('node:child_process');
const events = require('node:events');
const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const { setTimeout } = require('node:timers/promises');

/**
 * @typedef {{ user: string; workdir: string; env: Record<string, string>; command: string[]; healthcheck: string[] }} Container
 * @typedef {{ panels: { title: string; targets?: { expr: string }[] }[] }} Dashboard
 * @typedef {{ data: { result: unknown[] } }} Result
 * @typedef {{ data: { groups: { rules: { health: string }[] }[] } }} Rules
 */

const container = /** @type {Container} */ (JSON.parse(process.argv[2] ?? ''));
const SITE = 'https://portage.example';
const OWNER = 'zoe@fromagerie.example';

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @type {Child[]} */
const started = [];

/** @param {string} name @param {string[]} words @param {{ user?: string; env?: Record<string, string> }} options */
function start(name, words, { user = 'root', env = {} } = {}) {
  const account = [`--reuid=${user}`, `--regid=${user}`, '--init-groups', '--'];
  const child = spawn('setpriv', [...account, ...words], {
    cwd: container.workdir,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.on('exit', (code) => console.log(`${name} ended with ${code}`));
  started.push(child);
  return child;
}

/** @param {string} what @param {() => Promise<unknown>} isSo */
async function until(what, isSo) {
  for (let attempt = 0; attempt < 900; attempt += 1) {
    if (await isSo().catch(() => false)) return console.log(`${what}: yes`);
    await setTimeout(500);
  }
  throw new Error(`Never: ${what}`);
}

/** @param {string} url @param {object} [body] @returns {Promise<unknown>} */
async function ask(url, body) {
  const options = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(url, options ?? {});
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

function startDatabase() {
  const sql =
    "create role portage login password 'portage'; create database portage owner portage;";
  execFileSync('pg_ctlcluster', ['15', 'main', 'start'], { stdio: 'inherit' });
  for (const statement of sql.split(/(?<=;) /)) {
    execFileSync('setpriv', [
      '--reuid=postgres',
      '--regid=postgres',
      '--clear-groups',
      'psql',
      '-c',
      statement,
    ]);
  }
}

const secretKeys = `1:${randomBytes(32).toString('base64')}`;

/** As compose.yaml, with mails to be read and photos as files. @param {string} host */
const settings = (host) => ({
  ...container.env,
  DATABASE_URL: 'postgresql://portage:portage@127.0.0.1/portage',
  PORTAGE_SECRET_KEYS: secretKeys,
  PORTAGE_PUBLIC_URL: SITE,
  PORTAGE_TRUSTED_PROXIES: '127.0.0.0/8',
  PORTAGE_DRAIN_SECONDS: '2',
  PORTAGE_METRICS_PORT: '9464',
  PORTAGE_HOST: host,
  PORTAGE_DEV_MAIL: 'on',
});

async function signIn() {
  const { command, user } = container;
  const words = ['server/src/portage-main.ts', 'merchants', 'create', 'Fromagerie Zoé'];
  const options = {
    street: '4200 boul. Saint-Laurent',
    city: 'Montréal',
    province: 'QC',
    'postal-code': 'H2W 2R2',
  };
  const owner = { 'owner-name': 'Zoé Tremblay', 'owner-email': OWNER };
  for (const [key, value] of Object.entries({ ...options, ...owner })) {
    words.push(`--${key}`, value);
  }
  const create = start('merchants create', [command[0] ?? '', ...words], {
    user,
    env: settings('127.0.1.1'),
  });
  const [code] = /** @type {[number | null]} */ (await events.once(create, 'exit'));
  if (code !== 0) throw new Error('No merchant was created');
  const [mail] = /** @type {[{ text: string }]} */ (await ask(`${SITE}/dev/mail.json`));
  const [, password] = /^Temporary password:\n(\S+)$/m.exec(mail.text) ?? [];
  const { session } = /** @type {{ session: string }} */ (
    await ask(`${SITE}/api/auth/token`, { username: OWNER, password })
  );
  const answer = {
    username: OWNER,
    newPassword: `Long-${randomBytes(9).toString('hex')}`,
    session,
  };
  const { token } = /** @type {{ token: string }} */ (
    await ask(`${SITE}/api/users/complete_new_password_challenge`, answer)
  );
  const merchant = await fetch(`${SITE}/api/merchants`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!merchant.ok) throw new Error(`The profile answers ${merchant.status}`);
  console.log(`Signed in: ${(await merchant.text()).slice(0, 80)}`);
}

/** @returns {{ from: string; expr: string }[]} */
function expressions() {
  const dashboard = /** @type {Dashboard} */ (
    JSON.parse(fs.readFileSync('/try/grafana-dashboard.json', 'utf8'))
  );
  return dashboard.panels.flatMap((panel) =>
    (panel.targets ?? []).map((target) => ({
      from: panel.title,
      expr: target.expr.replaceAll('$__rate_interval', '1m').replaceAll('$__interval', '1m'),
    })),
  );
}

const PROMETHEUS = 'http://127.0.0.1:9090/api/v1';
/** @param {string} expr */
const query = async (expr) =>
  /** @type {Result} */ (await ask(`${PROMETHEUS}/query?query=${encodeURIComponent(expr)}`)).data
    .result;

async function checkWatch() {
  fs.mkdirSync('/etc/prometheus', { recursive: true });
  fs.copyFileSync('/try/prometheus-rules.yml', '/etc/prometheus/prometheus-rules.yml');
  const given = fs.readFileSync('/try/prometheus.yml', 'utf8');
  fs.writeFileSync(
    '/etc/prometheus/prometheus.yml',
    given.replace('scrape_interval: 15s', 'scrape_interval: 1s'),
  );
  execFileSync('promtool', ['check', 'config', '/etc/prometheus/prometheus.yml'], {
    stdio: 'inherit',
  });
  fs.mkdirSync('/tmp/prometheus', { mode: 0o777 });
  const files = [
    '--config.file=/etc/prometheus/prometheus.yml',
    '--storage.tsdb.path=/tmp/prometheus',
  ];
  start('prometheus', ['prometheus', ...files, '--log.level=warn']);
  await until(
    'both servers are scraped',
    async () => (await query('up{job="portage"} == 1')).length === 2,
  );
  await until(
    'rates are known',
    async () => (await query('count_over_time(up[1m]) > 5')).length > 0,
  );
  for (const { from, expr } of expressions()) {
    const { length } = await query(expr);
    console.log(`${length} series: ${from}: ${expr}`);
  }
  const { data } = /** @type {Rules} */ (await ask(`${PROMETHEUS}/rules`));
  const rules = data.groups.flatMap((group) => group.rules);
  await until('all rules were evaluated', async () => {
    const { data: now } = /** @type {Rules} */ (await ask(`${PROMETHEUS}/rules`));
    const all = now.groups.flatMap((group) => group.rules);
    return all.every(({ health }) => health === 'ok');
  });
  console.log(`${rules.length} rules are well`);
}

function startNginx() {
  fs.mkdirSync('/etc/nginx/tls', { recursive: true });
  const names = ['/CN=portage.example', 'subjectAltName=DNS:portage.example'];
  const key = ['-keyout', '/etc/nginx/tls/privkey.pem', '-out', '/etc/nginx/tls/fullchain.pem'];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    names[0] ?? '',
  ];
  execFileSync('openssl', [...request, '-addext', names[1] ?? '', ...key], { stdio: 'ignore' });
  fs.copyFileSync('/try/nginx.conf', '/etc/nginx/nginx.conf');
  execFileSync('nginx', ['-t'], { stdio: 'inherit' });
  start('nginx', ['nginx', '-g', 'daemon off;']);
}

async function main() {
  fs.appendFileSync(
    '/etc/hosts',
    '127.0.0.1 localhost portage.example\n127.0.1.1 portage-1\n127.0.1.2 portage-2\n',
  );
  // The certificate is of this run.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  startDatabase();
  const { command, user, healthcheck } = container;
  const servers = ['127.0.1.1', '127.0.1.2'].map((host) =>
    start(`server on ${host}`, command, { user, env: settings(host) }),
  );
  startNginx();
  await until('/readyz through nginx', () => ask(`${SITE}/readyz`));
  for (const host of ['127.0.1.1', '127.0.1.2']) {
    await until(`/readyz of ${host}`, () => ask(`http://${host}:8080/readyz`));
  }
  // An image listens on every address.
  const check = healthcheck.map((word) => word.replace('127.0.0.1', '127.0.1.1'));
  execFileSync(check[0] ?? '', check.slice(1), { stdio: 'inherit' });
  await signIn();
  await checkWatch();
  for (const server of servers) {
    const ended = events.once(server, 'exit');
    server.kill('SIGTERM');
    const [code] = /** @type {[number | null]} */ (await ended);
    if (code !== 0) throw new Error(`A server ended with ${code}`);
  }
  console.log('The container works.');
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
