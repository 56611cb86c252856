import { type Command, Option } from 'commander';
import type { Database } from '../db/database.ts';
import { listOutbox, type MailState, retryInOutbox } from '../mail/outbox.ts';
import { notFound, refused } from '../startup-error.ts';
import { limitOption, readUuid } from './options.ts';
import { printLines, tableTime, printTable } from './output.ts';
import { recordAct, recordRead, onDatabase } from './with-database.ts';

const HELP = `
A mail that could not be sent is tried for a day, a reset code until it expires. The text of one that was
given up is deleted: invite the person again, or let them ask for another code.`;

async function list(db: Database, { state, limit }: { state?: MailState; limit: number }) {
  await recordRead(db, 'mails list');
  const rows = (await listOutbox(db, { state, limit })).map((mail) => [
    mail.id,
    tableTime(mail.createdAt),
    mail.state,
    mail.recipient,
    mail.subject,
    mail.lastError ?? '-',
  ]);
  await printTable(['MAIL', 'WRITTEN (UTC)', 'STATE', 'TO', 'SUBJECT', 'LAST ERROR'], rows);
}

async function retry(db: Database, id: string): Promise<void> {
  const state = await retryInOutbox(db, id);
  if (state === undefined) throw notFound(`mail ${id}`);
  if (state !== 'waiting') throw refused(`The mail was ${state}: its text is deleted.`);
  await recordAct(db, 'mail.retried', id);
  await printLines(['The mail is sent as soon as a server is free.']);
}

export function addMailsCommand(portage: Command): void {
  const mails = portage
    .command('mails')
    .description('list mails, and retry those that wait')
    .addHelpText('after', HELP);
  mails
    .command('list')
    .description('list the mails of the last 30 days, the newest first')
    .addOption(new Option('--state <state>', 'only those').choices(['waiting', 'sent', 'given up']))
    .addOption(limitOption())
    .action(onDatabase(list));
  mails
    .command('retry')
    .description('send a waiting mail now')
    .argument('<mail>', 'its id, as listed', readUuid)
    .action(onDatabase(retry));
}
