import { setTimeout } from 'node:timers/promises';
import { test } from 'vitest';
import { hasEarlierVersions, unpackVersion } from '../server/src/testing/earlier-versions.ts';
import { runScenario, skipScenario } from './scenario.ts';
import { openStage } from './stage.ts';

test('the released version and this one work side by side', async (context) => {
  if (!(await hasEarlierVersions())) skipScenario(context, 'the history of git is not here');
  const root = await unpackVersion('released');
  const stage = await openStage({ database: 'shared', servers: 0, isNew: true });
  const released = await stage.addServer({}, root);
  await stage.makeMerchants();
  await runScenario(stage, context, {
    done: 'The last release works alone; this version starts beside it, brings the schema up to date, and shares the calls. Then this version is killed (`kill -9`) and comes back, and the release is stopped.',
    async trouble() {
      const current = await stage.addServer();
      await setTimeout(6_000);
      current.kill();
      await current.ended();
      await current.ready();
      await setTimeout(3_000);
      stage.servers = [current];
      return [`The release stopped with exit code ${await released.stop()}.`];
    },
  });
});
