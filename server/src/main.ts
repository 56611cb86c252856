import { demo } from '../../demo/src/demo.ts';
import { readEnv } from './env.ts';
import { openLog } from './log.ts';
import { startPortage } from './start-portage.ts';
import { databaseUnreachable, fail, saysDatabaseLost } from './startup-error.ts';

const STOP_SECONDS = 20;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const env = readEnv();
  const log = openLog(env.logLevel);
  // The job queue ignores promises of connections that break; a lost database reports itself.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

  const stopping = new AbortController();
  const starting = startPortage(env, log, demo, fail).catch((error: unknown) => {
    const { databaseUrl: url } = env;
    throw url === undefined
      ? error
      : saysDatabaseLost(error, (one) => databaseUnreachable(url, one));
  });
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), (env.drainSeconds + STOP_SECONDS) * 1000).unref();
    // Stops a start in progress.
    starting.then((portage) => portage.stop()).then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
  const portage = await starting;
  if (stopping.signal.aborted) return;

  say(`\nPortage is at ${portage.address}\n`);
  if (portage.demoSignIns.length === 0) return;
  say('Demo sign-ins:');
  for (const { username, password, merchant } of portage.demoSignIns) {
    say(`  ${username.padEnd(24)} ${password.padEnd(18)} ${merchant}`);
  }
  say('');
}

await main().catch(fail);
