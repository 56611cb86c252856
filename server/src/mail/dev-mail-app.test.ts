import { describe, expect, test } from 'vitest';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { RESET_CODE } from '../testing/mailed-codes.ts';
import { useServer } from '../testing/use-server.ts';
import { queueMail } from './outbox.ts';

const server = useTestServer();

const open = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

async function queue(recipient: string, { name = 'Zoë', at = TEST_NOW } = {}): Promise<string> {
  const content = { ...RESET_CODE, name };
  await queueMail(server.deps.db, server.deps, { recipient, locale: 'en', content }, at);
  const listed = await open(`/dev/mail.json?to=${encodeURIComponent(recipient)}`);
  const [mail] = listed.json<{ id: string }[]>();
  if (!mail) throw new Error('The mail is not listed.');
  return mail.id;
}

describe('the development outbox', () => {
  test('lists the mails of one person or of all, newest first', async () => {
    await queue('first@client.example', { at: TEST_NOW + 1000 });
    await queue('second@client.example', { at: TEST_NOW + 2000 });
    const all = await open('/dev/mail.json');
    expect(all.json<{ recipient: string }[]>().map(({ recipient }) => recipient)).toEqual([
      'second@client.example',
      'first@client.example',
    ]);
    const one = await open('/dev/mail.json?to=First@client.example');
    expect(one.json()).toEqual([
      {
        id: expect.any(String),
        createdAt: TEST_NOW + 1000,
        recipient: 'first@client.example',
        subject: 'Your Portage reset code',
        text: expect.stringContaining('012345'),
        html: expect.stringContaining('012345'),
      },
    ]);

    const { body } = await open('/dev/mail');
    expect(body.indexOf('second@')).toBeLessThan(body.indexOf('first@'));
  });

  test('lists the newest 50', async () => {
    for (let written = 0; written < 51; written += 1) await queue('much@client.example');
    const listed = await open('/dev/mail.json?to=much@client.example');
    expect(listed.json()).toHaveLength(50);
  });

  test('shows both parts of a mail, the HTML in a sandboxed frame', async () => {
    const id = await queue('shown@client.example', { name: '<b>Zoë</b>' });
    const page = await open(`/dev/mail/${id}`);
    expect(page.body).toContain(`src="/dev/mail/${id}/html" sandbox="allow-popups`);
    expect(page.body).toContain('Hello &lt;b&gt;Zoë&lt;/b&gt;,');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");

    const frame = await open(`/dev/mail/${id}/html`);
    const [mail] = (await open('/dev/mail.json?to=shown@client.example')).json<
      { html: string }[]
    >();
    expect(frame.body).toBe(mail?.html);
    const policy = String(frame.headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox;/);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
  });

  test('says that nothing is sent, in the language of the browser or of the address', async () => {
    const english = await open('/dev/mail');
    expect(english.body).toContain('These e-mails are not sent to anyone');
    const french = await open('/dev/mail', { 'accept-language': 'fr-CA,en;q=0.5' });
    expect(french.body).toContain('<html lang="fr-CA">');
    expect(french.body).toContain('Ces courriels ne sont envoyés à personne');
    const chosen = await open('/dev/mail?lang=en', { 'accept-language': 'fr-CA' });
    expect(chosen.body).toContain('<html lang="en-CA">');
    const unknown = await open('/dev/mail?lang=de&lang=fr&to=a&to=b');
    expect(unknown.statusCode).toBe(200);
  });

  test('is neither cached nor indexed', async () => {
    const id = await queue('kept@client.example');
    for (const url of ['/dev/mail', '/dev/mail.json', `/dev/mail/${id}`, `/dev/mail/${id}/html`]) {
      const { headers } = await open(url);
      expect(headers['cache-control'], url).toBe('no-store');
      expect(headers['x-robots-tag'], url).toBe('noindex, nofollow');
    }
  });

  test('accepts a null character in its address', async () => {
    for (const url of ['/dev/mail?to=%00', '/dev/mail.json?to=no%00body']) {
      expect((await open(url)).statusCode, url).toBe(200);
    }
  });

  test.each(['not-an-id', '019c0000-0000-7000-8000-000000000001'])(
    'does not know the mail %s',
    async (id) => {
      for (const url of [`/dev/mail/${id}`, `/dev/mail/${id}/html`]) {
        const response = await open(url);
        expect(response.statusCode).toBe(404);
        expect(response.json()).toMatchObject({ code: 'not_found', status: 404 });
      }
    },
  );

  test('shows a mail whose text was deleted without it', async () => {
    const id = await queue('forgotten@client.example');
    const { db } = server.deps;
    await db.updateTable('mails').set({ encrypted_body: null }).where('id', '=', id).execute();
    const page = await open(`/dev/mail/${id}`);
    expect(page.body).toContain('was deleted');
    expect(page.body).not.toContain('iframe title');
    expect((await open(`/dev/mail/${id}/html`)).statusCode).toBe(404);
  });
});

test('without the setting there is no outbox', async () => {
  const id = await queue('hidden@client.example');
  const app = await useServer(server.deps);
  for (const url of ['/dev/mail', '/dev/mail.json', `/dev/mail/${id}`, `/dev/mail/${id}/html`]) {
    const response = await app.inject(url);
    expect(response.statusCode, url).toBe(404);
    expect(response.body).not.toContain('012345');
  }
});
