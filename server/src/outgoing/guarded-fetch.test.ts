import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redirects, sends, useOutsideWorld } from '../testing/outside-world.ts';
import { guardedFetch } from './guarded-fetch.ts';

const world = useOutsideWorld();
const LARGEST_FILE = 100_000;
const LIMITS = { timeout: 5_000, maxBytes: LARGEST_FILE, maxRedirects: 2 };
const METADATA = 'http://169.254.169.254/latest/meta-data/';

const fetched = async (address: string, timeout = 5_000) =>
  (await guardedFetch(address, { ...LIMITS, internet: world.internet, timeout })).body;

const rejection = (address: string, timeout?: number) =>
  fetched(address, timeout).then(
    () => 'fetched',
    (error: unknown) => String(error),
  );

describe('a file is fetched', () => {
  test('uses the resolved address, not a claimed one', async () => {
    world.answers['/logo.png'] = sends(Buffer.from('a picture'));
    expect(String(await fetched(world.url('/logo.png?size=400')))).toBe('a picture');
    expect(world.requests).toEqual(['logo.test/logo.png']);
  });

  test('up to the size limit', async () => {
    world.answers['/logo.png'] = sends(Buffer.alloc(LARGEST_FILE));
    expect(await fetched(world.url('/logo.png'))).toHaveLength(LARGEST_FILE);
  });

  test('after two redirects, to another host and to a path', async () => {
    world.names['cdn.test'] = [['127.0.0.1']];
    world.answers['/old'] = redirects(world.url('/new', 'cdn.test'), 301);
    world.answers['/new'] = redirects('/logo.png', 307);
    world.answers['/logo.png'] = sends(Buffer.from('a picture'));
    expect(String(await fetched(world.url('/old')))).toBe('a picture');
    expect(world.requests).toEqual(['logo.test/old', 'cdn.test/new', 'cdn.test/logo.png']);
  });
});

describe('nothing is asked', () => {
  test.each([
    ['a file of our own', 'file:///etc/passwd', 'not a web address'],
    ['what holds itself', 'data:image/png;base64,iVBORw0KGgo=', 'not a web address'],
    ['another protocol', 'ftp://logo.test/logo.png', 'not a web address'],
    ['no address', 'logo.png', 'not a web address'],
    ['a user', 'http://me@logo.test/logo.png', 'it has a password'],
    ['a password', 'http://:secret@logo.test/logo.png', 'it has a password'],
    ['a name that nobody has', 'http://nobody.test/logo.png', 'its host is unknown'],
    ['loopback', 'http://127.0.0.1/logo.png', 'not on the public internet'],
    ['loopback as a number', 'http://2130706433/logo.png', 'not on the public internet'],
    ['loopback in octal', 'http://0177.0.0.1/logo.png', 'not on the public internet'],
    ['loopback in IPv6', 'http://[::1]/logo.png', 'not on the public internet'],
    ['loopback as mapped IPv4', 'http://[::ffff:127.0.0.1]/logo.png', 'not on the public internet'],
    ['what clouds tell their machines', METADATA, 'not on the public internet'],
    ['a port that is not for the web', 'http://1.1.1.1:25/logo.png', 'not on the public internet'],
  ])('of %s', async (_what, address, reason) => {
    expect(await rejection(address)).toContain(reason);
    expect(world.requests).toEqual([]);
  });

  test('of a name with both a public and a private address', async () => {
    world.names['two.test'] = [['127.0.0.1', '10.0.0.7']];
    expect(await rejection(world.url('/logo.png', 'two.test'))).toContain('not on the public');
    expect(world.requests).toEqual([]);
  });

  test('of an internal host, also through redirects', async () => {
    const inside = [
      '127.0.0.1',
      '10.1.2.3',
      '192.168.0.1',
      '[::1]',
      '[fd00::1]',
      '169.254.169.254',
    ];
    const status = fc.constantFrom(301, 302, 303, 307, 308);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...inside), status, async (host, code) => {
        world.answers['/logo.png'] = redirects(`http://${host}/secret`, code);
        expect(await rejection(world.url('/logo.png'))).toContain('not on the public internet');
      }),
      { numRuns: 30 },
    );
  });
});

describe('a name that answers differently the second time', () => {
  test('is resolved once, and connected to as resolved', async () => {
    world.names['rebinding.test'] = [['127.0.0.1'], ['10.0.0.7']];
    world.answers['/logo.png'] = sends(Buffer.from('a picture'));
    expect(String(await fetched(world.url('/logo.png', 'rebinding.test')))).toBe('a picture');
    expect(world.names['rebinding.test']).toEqual([['10.0.0.7']]);
  });

  test('is resolved again when a redirect returns to it', async () => {
    world.names['rebinding.test'] = [['127.0.0.1'], ['10.0.0.7']];
    world.answers['/logo.png'] = redirects('/again.png');
    expect(await rejection(world.url('/logo.png', 'rebinding.test'))).toContain(
      'not on the public',
    );
    expect(world.requests).toEqual(['rebinding.test/logo.png']);
  });
});

describe('given up is', () => {
  test('a third redirect', async () => {
    world.answers['/logo.png'] = redirects('/logo.png');
    expect(await rejection(world.url('/logo.png'))).toContain('redirected too often');
    expect(world.requests).toHaveLength(3);
  });

  const answers: [string, (typeof world.answers)[string], string][] = [
    ['a redirect to another scheme', redirects('file:///etc/passwd'), 'not a web address'],
    [
      'a file with too large a declared size, before it arrives',
      (_request, response) =>
        response.writeHead(200, { 'content-length': LARGEST_FILE + 1 }).flushHeaders(),
      'it is too large',
    ],
    [
      'a file without end',
      (_request, response) => {
        const more = () => {
          while (response.write(Buffer.alloc(10_000)));
          response.once('drain', more);
        };
        more();
      },
      'it is too large',
    ],
    [
      'a file that arrives byte by byte',
      async (_request, response) => {
        while (!response.destroyed) {
          response.write('.');
          await setTimeout(10);
        }
      },
      'it took too long',
    ],
    [
      'a host that switches to another protocol',
      (_request, response) =>
        void response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
      'it does not answer',
    ],
    ['a host that never answers', () => undefined, 'it took too long'],
    [
      'a file that breaks off',
      async (_request, response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('half');
        await setTimeout(20);
        response.destroy();
      },
      'not reached (ECONNRESET)',
    ],
  ];

  test.each(answers)('%s', async (_what, answer, reason) => {
    world.answers['/logo.png'] = answer;
    const timeout = reason === 'it took too long' ? 200 : undefined;
    expect(await rejection(world.url('/logo.png'), timeout)).toContain(reason);
  });

  test('a name that does not resolve', async () => {
    const internet = { ...world.internet, addressesOf: () => setTimeout(300, []) };
    const fetching = guardedFetch(world.url('/logo.png'), { ...LIMITS, internet, timeout: 200 });
    await expect(fetching).rejects.toThrow('it took too long');
    expect(world.requests).toEqual([]);
  });

  test('requests in progress end when the server stops', async () => {
    const stopping = new AbortController();
    world.answers['/logo.png'] = () => stopping.abort();
    const { internet } = world;
    const { signal } = stopping;
    const fetching = guardedFetch(world.url('/logo.png'), { ...LIMITS, internet, signal });
    await expect(fetching).rejects.toThrow('it took too long');
  });
});

describe('a request that is posted', () => {
  test('carries its body and headers, and is answered by any status', async () => {
    world.answers['/graphql.json'] = async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      response
        .writeHead(429, { 'retry-after': '2' })
        .end(`${String(request.headers['x-token'])} ${body.toString()}`);
    };
    const answer = await guardedFetch(
      world.url('/graphql.json'),
      { ...LIMITS, internet: world.internet },
      { method: 'POST', headers: { 'x-token': 'secret' }, body: 'é' },
    );
    expect([answer.status, answer.headers['retry-after'], String(answer.body)]).toEqual([
      429,
      '2',
      'secret é',
    ]);
  });

  test('is not forwarded to another host', async () => {
    world.answers['/graphql.json'] = redirects('/elsewhere', 307);
    const limits = { ...LIMITS, internet: world.internet };
    const answer = await guardedFetch(world.url('/graphql.json'), limits, { method: 'POST' });
    expect([answer.status, world.requests]).toEqual([307, ['logo.test/graphql.json']]);
  });
});
