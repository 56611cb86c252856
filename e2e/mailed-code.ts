import { type APIRequestContext, expect } from '@playwright/test';
import { z } from 'zod';

/** What the outbox tells of a mail, as far as these tests read it. */
const Mails = z.array(z.object({ text: z.string() }));

/** Waits until so many mails were written to somebody; returns the code of the newest. */
export async function mailedCode(
  request: APIRequestContext,
  recipient: string,
  count = 1,
): Promise<string> {
  const listed = async () => {
    const answer = await request.get('/dev/mail.json', { params: { to: recipient } });
    return Mails.parse(await answer.json());
  };
  await expect.poll(listed).toHaveLength(count);
  const [newest] = await listed();
  const code = newest && /^\d{6}$/m.exec(newest.text)?.[0];
  if (code === undefined) throw new Error(`There is no code in:\n${newest?.text}`);
  return code;
}

/** Another code than a given one. */
export const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');
