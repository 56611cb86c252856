import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { Database } from '../db/database.ts';
import { listJobs, retryJob } from '../jobs/job-queries.ts';
import { notFound } from '../startup-error.ts';
import { limitOption } from './options.ts';
import { printLines, tableTime, printTable } from './output.ts';
import { recordAct, onDatabase } from './with-database.ts';

const HELP = `
A job that failed runs again by itself, later and later. One that used up its attempts stays until it
is retried here. What a job works on is not shown.`;

async function list(db: Database, { failed = false, limit }: { failed?: boolean; limit: number }) {
  const rows = (await listJobs(db, { failedOnly: failed, limit })).map((job) => [
    job.id,
    job.name,
    job.state,
    `${job.attempts}/${job.maxAttempts}`,
    tableTime(job.runAt),
    job.lastError?.split('\n')[0] ?? '-',
  ]);
  await printTable(['JOB', 'NAME', 'STATE', 'ATTEMPTS', 'RUNS (UTC)', 'LAST ERROR'], rows);
}

async function retry(db: Database, id: string): Promise<void> {
  const name = await retryJob(db, id);
  if (name === undefined) throw notFound(`job ${id} that waits`);
  await recordAct(db, 'job.retried', `${name} ${id}`);
  await printLines([`${name} runs as soon as a server is free.`]);
}

function readId(text: string): string {
  if (/^\d{1,18}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a number, as listed.');
}

export function addJobsCommand(portage: Command): void {
  const jobs = portage
    .command('jobs')
    .description('list and retry background jobs')
    .addHelpText('after', HELP);
  jobs
    .command('list')
    .description('list the jobs that wait or run, those due first')
    .option('--failed', 'only those that failed before')
    .addOption(limitOption())
    .action(onDatabase(list));
  jobs
    .command('retry')
    .description('run a job again now, with all its attempts')
    .addArgument(new Argument('<job>', 'its id, as listed').argParser(readId))
    .action(onDatabase(retry));
}
