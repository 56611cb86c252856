import { setTimeout } from 'node:timers/promises';
import { test } from 'vitest';
import { runScenario } from './scenario.ts';
import { openStage } from './stage.ts';

test('the embedded database is killed', async (context) => {
  const stage = await openStage({ database: 'own' });
  await runScenario(stage, context, {
    done: 'One server with its embedded PostgreSQL, as `npm start` runs it, under a supervisor that starts it again a second after it ended. Three times: `kill -9` of PostgreSQL, then of the server, then of both.',
    async trouble() {
      const [server] = stage.servers;
      for (const victims of ['database', 'server', 'both']) {
        if (victims !== 'database') await setTimeout(3_000);
        if (victims !== 'server') process.kill(await stage.home.postmasterPid(), 'SIGKILL');
        if (victims !== 'database') server?.kill();
        await server?.ended();
        await server?.ready();
      }
    },
  });
});

test('the shared database is killed and comes back', async (context) => {
  const stage = await openStage({ database: 'shared' });
  await runScenario(stage, context, {
    done: 'Two servers on one `DATABASE_URL`. Twice: `kill -9` of PostgreSQL, which comes back after five seconds. The servers keep running.',
    async trouble() {
      for (const pause of [3_000, 0]) {
        await stage.database?.kill();
        await setTimeout(5_000);
        await stage.database?.start();
        await setTimeout(pause);
      }
    },
  });
});
