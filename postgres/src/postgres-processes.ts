import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { databaseFailed } from './startup-error.ts';

const run = promisify(execFile);

interface PostgresProcess {
  pid: number;
  isPostmaster: boolean;
}

/** False for none. Finds them by the cluster's name; `postmaster.pid` may be stale. */
export async function stopLeftovers(clusterName: string): Promise<boolean> {
  const findAll = () => findProcesses(clusterName);
  const findPostmasters = async () => (await findAll()).filter(({ isPostmaster }) => isPostmaster);
  if ((await findAll()).length === 0) return false;

  for (const postmaster of await findPostmasters()) signal(postmaster, 'SIGINT'); // a fast shutdown
  await allGone(findPostmasters, 60_000);

  // Committed data is in the log on disk; sessions without a postmaster can be killed.
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const leftover of await findAll()) signal(leftover, name);
    if (await allGone(findAll, 10_000)) return true;
  }
  throw databaseFailed('is still running from an earlier start and cannot be stopped');
}

async function allGone(find: () => Promise<PostgresProcess[]>, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience;
  while ((await find()).length > 0) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

function signal({ pid }: PostgresProcess, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

async function findProcesses(clusterName: string): Promise<PostgresProcess[]> {
  const postmaster = new RegExp(`/postgres -D .+ -c cluster_name=${clusterName}(?: |$)`);
  const session = new RegExp(`^postgres: ${clusterName}: `);
  const found: PostgresProcess[] = [];
  for (const [pid, command] of await commandLines()) {
    if (postmaster.test(command)) found.push({ pid, isPostmaster: true });
    else if (session.test(command)) found.push({ pid, isPostmaster: false });
  }
  return found;
}

async function commandLines(): Promise<[pid: number, command: string][]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command='], {
      maxBuffer: 32 * 1024 * 1024,
    });
    return stdout.split('\n').map((line) => {
      const [, pid = '0', command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
      return [Number(pid), command];
    });
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid): Promise<[number, string]> => {
      // The process may have ended.
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return [Number(pid), command.replaceAll('\0', ' ')];
    }),
  );
}
