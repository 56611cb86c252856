import { type APIRequestContext, expect } from '@playwright/test';
import { z } from 'zod';

const Mails = z.array(z.object({ text: z.string(), html: z.string() }));

/** Waits for the mail to an address, which the development server keeps. */
export async function mailTo(request: APIRequestContext, recipient: string) {
  const listed = async () => {
    const answer = await request.get('/dev/mail.json', { params: { to: recipient } });
    return Mails.parse(await answer.json());
  };
  await expect.poll(listed).toHaveLength(1);
  const [mail = { text: '', html: '' }] = await listed();
  return mail;
}
