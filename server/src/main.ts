import { demoSignIns } from './db/demo/demo-merchants.ts';
import { readEnv } from './env.ts';
import { openLog } from './log.ts';
import { startPortage } from './start-portage.ts';
import { StartupError } from './startup-error.ts';

/** How long a stop may take before the process ends all the same. */
const STOP_SECONDS = 20;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Ends the process: one line for what an operator can mend, the stack for what we must. */
function fail(error: unknown): never {
  const isKnown = error instanceof StartupError;
  const text =
    isKnown || !(error instanceof Error) ? String(error) : (error.stack ?? error.message);
  process.stderr.write(`${isKnown ? error.message : text}\n`);
  process.exit(isKnown ? error.exitCode : 1);
}

async function main(): Promise<void> {
  const env = readEnv();
  const log = openLog(env.logLevel);
  // The job queue leaves some of its promises alone: a connection that breaks under it is no reason
  // to end, and a database that ends says so itself.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

  const stopping = new AbortController();
  const starting = startPortage(env, log, fail);
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), STOP_SECONDS * 1000).unref();
    // What is still starting is stopped once it has started.
    starting.then((portage) => portage.stop()).then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
  const portage = await starting;
  if (stopping.signal.aborted) return;

  say(`\nPortage is at ${portage.address}\n`);
  if (!env.demo) return;
  say('Demo sign-ins:');
  for (const { username, password, merchant } of demoSignIns) {
    say(`  ${username.padEnd(24)} ${password.padEnd(18)} ${merchant}`);
  }
  say('');
}

await main().catch(fail);
