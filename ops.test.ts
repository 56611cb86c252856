import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MOST_IMPORTED } from './contract/src/imports/imports.ts';
import { paths } from './portal/src/paths.ts';
import { acceptedTypes } from './server/src/http/request-body.ts';
import { Settings } from './server/src/settings.ts';
import { endpoints, shopHostEndpoints } from './server/src/testing/contract-endpoints.ts';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');

test.each(['Containerfile', 'compose.yaml', 'portage.service'])(
  'ops/%s names settings that exist',
  (name) => {
    const named = new Set(read(`ops/${name}`).match(/\bPORTAGE_[A-Z0-9_]*[A-Z0-9]\b/g));
    expect(named.size).toBeGreaterThan(0);
    expect(Object.keys(Settings.shape)).toEqual(expect.arrayContaining([...named]));
  },
);

test('container and service start the program like npm start', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const [, start = ''] = scripts['start']?.split(' exec ') ?? [];
  const service = read('ops/portage.service').replace('/opt/portage/', '');
  expect(service).toContain(`ExecStart=/usr/bin/${start}`);
  const [, command] = /^CMD (.+)$/m.exec(read('ops/Containerfile')) ?? [];
  expect((JSON.parse(command ?? '[]') as string[]).join(' ')).toBe(start);
  expect(scripts['package']).toContain('package-production');
});

test('nginx asks the other server after a 503, and keeps both in use', () => {
  const settings = read('ops/nginx.conf');
  expect(settings).toMatch(/proxy_next_upstream .*http_503/);
  const servers = settings.match(/^ *server portage-.*$/gm) ?? [];
  expect(servers).toHaveLength(2);
  for (const server of servers) expect(server).toContain('max_fails=0;');
});

test('nginx asks the other server for files that one does not have', () => {
  const [, assets = ''] = /location \/assets\/ \{(.*?)\}/s.exec(read('ops/nginx.conf')) ?? [];
  expect(assets).toMatch(/proxy_next_upstream .*http_503.* http_404;/);
});

test('nginx has two connections for each of five thousand open pages', () => {
  const settings = read('ops/nginx.conf');
  const numberOf = (name: string) =>
    Number(new RegExp(String.raw`^\s*${name} (\d+);`, 'm').exec(settings)?.[1]);
  expect(numberOf('worker_connections')).toBeGreaterThanOrEqual(2 * 5000);
  expect(numberOf('worker_rlimit_nofile')).toBeGreaterThan(numberOf('worker_connections'));
});

test('nginx sets no Strict-Transport-Security beside the one of Portage', () => {
  expect(read('ops/nginx.conf')).not.toContain('Strict-Transport-Security');
});

test('nginx lets both files of the largest import through', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read('ops/nginx.conf')) ?? [];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(2 * MOST_IMPORTED.bytes);
});

test('the firewall lets every method and media type through, and inspects no query or body of a call or search', () => {
  const settings = read('ops/modsecurity.conf');
  const calls = [...endpoints, ...shopHostEndpoints];
  const [, methods = ''] = /allowed_methods=([A-Z ]+)'/.exec(settings) ?? [];
  const used = calls.map(({ method }) => method);
  expect(methods.split(' ')).toEqual(expect.arrayContaining([...new Set(used)]));
  const [, types = ''] = /content_type=(.+)'/.exec(settings) ?? [];
  const sent = calls.flatMap(({ body }) => (body ? acceptedTypes(body) : []));
  expect(types.split(/[| ]+/)).toEqual(expect.arrayContaining([...new Set(sent)]));
  const [, exempt = '^$'] = /"@rx (\S+)" "id:10002/.exec(settings) ?? [];
  const pages = [paths.signIn(), paths.orders(), paths.addressBook()];
  for (const address of ['/api/orders', '/shop/webhooks', ...pages]) {
    expect(address).toMatch(new RegExp(exempt));
  }
  expect('/track').not.toMatch(new RegExp(exempt));
});
