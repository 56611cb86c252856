import { type Command, Option } from 'commander';
import { listOutbox, type MailState, retryInOutbox } from '../mail/outbox.ts';
import { notFound, refused } from '../startup-error.ts';
import { limitOption, readUuid } from './options.ts';
import { alignedTable, printLines, tableTime } from './output.ts';
import { recordAct, recordRead, withDatabase } from './with-database.ts';

const HELP = `
A mail that could not be sent is tried for a day, a reset code until it expires. The text of one that was
given up is deleted: invite the person again, or let them ask for another code.`;

async function list({ state, limit }: { state?: MailState; limit: number }) {
  await withDatabase(async (db) => {
    await recordRead(db, 'mails list');
    const rows = (await listOutbox(db, { state, limit })).map((mail) => [
      mail.id,
      tableTime(mail.createdAt),
      mail.state,
      mail.recipient,
      mail.subject,
      mail.lastError ?? '-',
    ]);
    const heading = ['MAIL', 'WRITTEN (UTC)', 'STATE', 'TO', 'SUBJECT', 'LAST ERROR'];
    await printLines(alignedTable(heading, [rows]));
  });
}

async function retry(id: string): Promise<void> {
  await withDatabase(async (db) => {
    const state = await retryInOutbox(db, id);
    if (state === undefined) throw notFound(`mail ${id}`);
    if (state !== 'waiting') throw refused(`The mail was ${state}: its text is deleted.`);
    await recordAct(db, 'mail.retried', id);
    await printLines(['The mail is sent as soon as a server is free.']);
  });
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
    .action(list);
  mails
    .command('retry')
    .description('send a waiting mail now')
    .argument('<mail>', 'its id, as listed', readUuid)
    .action(retry);
}
