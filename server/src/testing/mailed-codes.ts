import { readBody } from '../mail/outbox.ts';
import type { TestServer } from './build-test-server.ts';

/** Content of a mail that a test queues. */
export const RESET_CODE = {
  kind: 'password-reset-code',
  name: 'Zoë Roy',
  code: '012345',
  minutes: 60,
} as const;

/** Mails in the outbox with their texts, newest last. */
export async function allMails({ deps }: Pick<TestServer, 'deps'>) {
  const rows = await deps.db.selectFrom('mails').selectAll().orderBy('id').execute();
  return rows.map(({ encrypted_body: encryptedBody, ...mail }) => ({
    ...mail,
    ...(readBody(deps, { id: mail.id, encryptedBody }) ?? { text: null, html: null }),
  }));
}

export const mailsTo = async (server: Pick<TestServer, 'deps'>, recipient: string) =>
  (await allMails(server)).filter((mail) => mail.recipient === recipient);

/** The mail's reset code; empty for none. */
export const codeIn = (mail: { text: string | null } | undefined): string =>
  /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';

/** Runs the job of a reset request; returns the mailed code. */
export async function mailCode(server: TestServer, username: string): Promise<string> {
  const before = await mailsTo(server, username);
  await server.deps.identity.requestPasswordReset(username, 'en');
  const mails = await mailsTo(server, username);
  return codeIn(mails.find(({ id }) => before.every((mail) => mail.id !== id)));
}

export const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
