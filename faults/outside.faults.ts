import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import S3rver from 's3rver';
import { onTestFinished, test } from 'vitest';
import { portOf } from '../server/src/testing/server-process.ts';
import { type Link, openLink } from './link.ts';
import { runScenario } from './scenario.ts';
import { openStage } from './stage.ts';

/** Refuses connections, then accepts them without answering. */
async function breakLink(link: Link): Promise<void> {
  await link.set('down');
  await setTimeout(7_000);
  await link.set('silent');
  await setTimeout(12_000);
  link.forget();
  await link.set('up');
}

test('the mail server is away', async (context) => {
  const stage = await openStage({ database: 'shared' });
  await runScenario(stage, context, {
    done: 'The mail server refuses connections for seven seconds, takes them without an answer for twelve, then comes back and refuses three recipients for a while (451).',
    async trouble() {
      for (let time = 0; time < 3; time += 1) stage.mail.refuseNext('recipient', 451);
      await breakLink(stage.mail.link);
    },
  });
});

/** Opens a bucket behind a link until the test has finished. */
async function useBucket() {
  const directory = await mkdtemp(path.join(tmpdir(), 'portage-faults-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: 'portage' }],
  });
  const { port } = await server.run();
  onTestFinished(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });
  const link = await openLink(port);
  const settings = {
    PORTAGE_PHOTOS: 's3',
    PORTAGE_S3_BUCKET: 'portage',
    PORTAGE_S3_REGION: 'us-east-1',
    PORTAGE_S3_ENDPOINT: `http://127.0.0.1:${link.port}`,
    PORTAGE_S3_PATH_STYLE: 'on',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  return { link, settings };
}

test('the photo store is away', async (context) => {
  const { link, settings } = await useBucket();
  const stage = await openStage({ database: 'shared', settings });
  await runScenario(stage, context, {
    done: 'Photos are in a bucket of S3, which refuses connections for seven seconds and takes them without an answer for twelve.',
    trouble: () => breakLink(link),
  });
});

const DUNDAS_STREET = { lat: '43.6561', lon: '-79.3802' };

/** Opens Photon and Nominatim behind a link until the test has finished. */
async function useMaps() {
  const state = { calls: 0, isFailing: false };
  const server = createServer((request, response) => {
    state.calls += 1;
    const isSearch = request.url?.startsWith('/search') === true;
    response.writeHead(state.isFailing ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isSearch ? [DUNDAS_STREET] : { features: [] }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const link = await openLink(portOf(server));
  const settings = {
    PORTAGE_PLACES: 'osm',
    PORTAGE_PHOTON_URL: `http://127.0.0.1:${link.port}/photon/`,
    PORTAGE_NOMINATIM_URL: `http://127.0.0.1:${link.port}/`,
  };
  return { link, settings, state };
}

test('the geocoder is away', async (context) => {
  const { link, settings, state } = await useMaps();
  const stage = await openStage({ database: 'shared', settings });
  await runScenario(stage, context, {
    done: 'Addresses are located by Nominatim, which answers with errors for five seconds, refuses connections for seven, and takes them without an answer for twelve.',
    async trouble() {
      state.isFailing = true;
      await setTimeout(5_000);
      state.isFailing = false;
      await breakLink(link);
      return [`It was called ${state.calls} times; orders were located without it.`];
    },
  });
});
