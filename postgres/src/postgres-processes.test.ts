import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { stopLeftovers } from './postgres-processes.ts';

async function pretend(
  commandLine: string,
): Promise<{ child: ChildProcess; ended: Promise<unknown[]> }> {
  const child = spawn('sleep', ['60'], { argv0: commandLine, stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return { child, ended };
}

test('sessions that a killed postmaster leaves are not waited for once it is gone', async () => {
  const name = `portage-test-${process.pid}`;
  const postmaster = await pretend(`/bin/postgres -D /data -c cluster_name=${name}`);
  const session = await pretend(`postgres: ${name}: portage`);
  const other = await pretend(`postgres: ${name}-2: portage`);

  expect(await stopLeftovers(name)).toBe(true);
  expect(await postmaster.ended).toEqual([null, 'SIGINT']);
  expect(await session.ended).toEqual([null, 'SIGQUIT']);
  expect(other.child.exitCode ?? other.child.signalCode).toBeNull();
  expect(await stopLeftovers(name)).toBe(false);
});
