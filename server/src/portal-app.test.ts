import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portalApp } from './portal-app.ts';
import { answerProblem } from './problem.ts';

const config = {
  apiUrl: 'https://api.portage.example/api',
  trackingUrl: '/track',
  map: { tiles: 'http://tiles.example:81/{z}/{x}/{y}.png', attribution: 'OpenStreetMap' },
  demo: false,
  demoSignIns: [],
  version: '1.0.0',
};

const PAGE = `<html lang="en"><title>Portage</title>
  <script type="application/json">{}</script>
  <script>start();</script>
  <script type="module" src="/assets/main-1a2b.js"></script>`;

let directory: string;
let app: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'portage-portal-'));
  await mkdir(path.join(directory, 'assets'));
  await writeFile(path.join(directory, 'index.html'), PAGE);
  await writeFile(path.join(directory, 'assets', 'main-1a2b.js'), '');
  await writeFile(path.join(directory, 'assets', 'draw-worker-3c4d.js'), '');
  for (const encoding of ['br', 'gz']) {
    await writeFile(path.join(directory, 'assets', `main-1a2b.js.${encoding}`), encoding);
  }
  app = fastify();
  app.setErrorHandler(answerProblem);
  await app.register((inner) =>
    portalApp(inner, { portalUrl: 'https://portage.example' }, { directory, config }),
  );
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const load = (method: 'GET' | 'HEAD' | 'POST', url: string, accept = 'text/html', headers = {}) =>
  app.inject({ method, url, headers: { accept, ...headers } });

test.each(['GET', 'HEAD'] as const)('%s of any page answers with the portal', async (method) => {
  for (const url of ['/', '/orders', '/orders?freeSearch=a']) {
    const response = await load(method, url);
    expect(response.statusCode, url).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['cache-control']).toBe('no-cache');
  }
});

test('search engines may index only the sign-in page, in the language of its address', async () => {
  const { body, headers } = await load('GET', '/?lang=fr');
  expect(headers['x-robots-tag']).toBeUndefined();
  expect(body).toContain('<html lang="fr">');
  expect(body).toContain('<title>Connexion – Portage</title>');
  expect(body).toContain('<meta name="description" content="Connectez-vous à Portage');
  expect(body).toContain('<link rel="canonical" href="https://portage.example/?lang=fr">');
  for (const url of ['/', '/?lang=xx', '/?lang=en&lang=fr']) {
    const english = (await load('GET', url)).body;
    expect(english, url).toContain('<html lang="en">');
    expect(english, url).toContain('<title>Sign in – Portage</title>');
  }
  for (const url of ['/orders', '/index.html']) {
    expect((await load('GET', url)).headers['x-robots-tag'], url).toBe('noindex');
  }
});

test.each([
  ['GET', '/assets/main-9f9f.js?v=1', '*/*'],
  ['GET', '/assets/%00', 'text/html'],
  ['POST', '/orders', 'text/html'],
] as const)(
  '%s %s, accepting %s, is 404, and its query is not repeated',
  async (method, url, accept) => {
    const missing = await load(method, url, accept);
    expect(missing.statusCode).toBe(404);
    expect(missing.json()).toMatchObject({ code: 'not_found' });
    expect(missing.body).not.toContain('v=1');
  },
);

test('no body of an unknown path is read', async () => {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/orders', headers, payload: '[' });
  expect(answer.json()).toMatchObject({ code: 'not_found' });
});

test('a script that does not meet a precondition is 412, and the settings are not cached', async () => {
  const precondition = { 'if-match': '"another"' };
  const script = await load('GET', '/assets/main-1a2b.js', '*/*', precondition);
  expect([script.statusCode, script.headers['cache-control']]).toEqual([412, 'no-store']);
  const settings = await load('GET', '/config.json', '*/*');
  expect(settings.headers['cache-control']).toBe('no-store');
  expect(settings.json()).toEqual(config);
});

test.each([
  ['gzip, br', 'br', 'br'],
  ['gzip', 'gzip', 'gz'],
  ['identity', undefined, ''],
])(
  'a browser that accepts %s gets a script as the build compressed it',
  async (accepted, encoding, body) => {
    const headers = { 'accept-encoding': accepted };
    const script = await load('GET', '/assets/main-1a2b.js', '*/*', headers);
    expect(script.headers['content-encoding']).toBe(encoding);
    expect(script.headers['content-type']).toContain('javascript');
    expect(script.headers['cache-control']).toContain('immutable');
    expect(script.headers.vary).toMatch(/accept-encoding/i);
    expect(script.body).toBe(body);
  },
);

test('scripts have no page headers, but workers have their policy', async () => {
  const script = await load('GET', '/assets/main-1a2b.js', '*/*');
  expect(script.headers['content-security-policy']).toBeUndefined();
  const worker = await load('GET', '/assets/draw-worker-3c4d.js', '*/*');
  expect(worker.headers['content-security-policy']).toContain("default-src 'self'");
});

test('a page runs only its own scripts and its inline one, and connects only to the API', async () => {
  const { headers } = await load('GET', '/orders');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("connect-src 'self' https://api.portage.example;");
  expect(policy).toContain('object-src blob:;');
  const hash = createHash('sha256').update('start();').digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}' 'wasm-unsafe-eval';`);
  expect(policy).toContain(
    "img-src 'self' data: blob: https://api.portage.example http://tiles.example:81;",
  );
});
