import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MINUTE } from '@portage/contract/time';
import { readEnv } from '../env.ts';
import { startMailServer, startStrangeServer } from '../testing/mail-server.ts';
import { RESET_CODE } from '../testing/mailed-codes.ts';
import { MailNotSent, smtpTransport } from './smtp-transport.ts';
import { writeMail } from './write-mail.ts';

const ID = '019c0000-0000-7000-8000-000000000001';
const patience = new AbortController().signal;
/** The test server's certificate is self-signed. */
const TRUSTING = '?tls.rejectUnauthorized=false';

const resetCode = { ...RESET_CODE, name: 'Zoë Lévesque-Tremblay' };

function transportTo(url: string, from = 'Portage Québec <no-reply@portage.example>') {
  const transport = smtpTransport({ url, from });
  onTestFinished(() => transport.close());
  return transport;
}

const mailTo = (recipient: string) => ({ id: ID, recipient, ...writeMail(resetCode, 'fr') });

async function failureOf(
  transport: ReturnType<typeof transportTo>,
  recipient = 'a@client.example',
  signal = patience,
): Promise<MailNotSent> {
  const failure: unknown = await transport.send(mailTo(recipient), signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof MailNotSent)) throw new Error('It was sent.', { cause: failure });
  return failure;
}

/** A mail server, and a transport to it. */
async function startPair(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options);
  return { server, transport: transportTo(`smtp://127.0.0.1:${server.port}${TRUSTING}`) };
}

describe('a mail by SMTP', () => {
  test.each(['en', 'fr'] as const)('arrives as it was written (%s)', async (locale) => {
    const { server, transport } = await startPair();
    const written = writeMail(resetCode, locale);
    await transport.send({ id: ID, recipient: 'zoe@client.example', ...written }, patience);

    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      sender: 'no-reply@portage.example',
      recipients: ['zoe@client.example'],
      email: {
        from: { name: 'Portage Québec', address: 'no-reply@portage.example' },
        to: [{ address: 'zoe@client.example' }],
        messageId: `<${ID}@portage.example>`,
        subject: written.subject,
        text: `${written.text}\n`,
        html: `${written.html}\n`,
      },
    });
    const headers = server.received[0]?.email.headers;
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  test('a reply to a contact request goes to the visitor', async () => {
    const { server, transport } = await startPair();
    const written = writeMail(
      {
        kind: 'contact-request',
        name: 'Zoë Roy',
        company: 'Café & Cie',
        email: 'zoe@client.example',
        phone: '–',
        weeklyPackages: 250,
        message: 'Bonjour',
      },
      'fr',
    );
    const mail = { id: ID, recipient: 'sales@portage.example', ...written };
    await transport.send(mail, patience);
    expect(server.received).toMatchObject([
      { email: { replyTo: [{ name: '', address: 'zoe@client.example' }] } },
    ]);
    expect(written.text.replaceAll('\n', ' ')).toContain('Votre réponse ira à zoe@client.example.');
  });

  test.each([
    ['Livraison Éclair, inc. <no-reply@portage.example>', 'Livraison Éclair, inc.'],
    ['"Portage, Inc." <no-reply@portage.example>', 'Portage, Inc.'],
    ['Portage: delivery (Québec) <no-reply@portage.example>', 'Portage: delivery (Québec)'],
    ['The "Portage" team <no-reply@portage.example>', 'The "Portage" team'],
    ['no-reply@portage.example', ''],
  ])('comes from %s', async (from, name) => {
    const { from: read } = readEnv({ PORTAGE_MAIL_FROM: from }).mail;
    const server = await startMailServer();
    const transport = transportTo(`smtp://127.0.0.1:${server.port}${TRUSTING}`, read);
    await transport.send(mailTo('zoe@client.example'), patience);
    expect(server.received).toMatchObject([
      {
        sender: 'no-reply@portage.example',
        email: {
          from: { name, address: 'no-reply@portage.example' },
          messageId: `<${ID}@portage.example>`,
        },
      },
    ]);
  });

  test('keeps its connection for the next one', async () => {
    const { server, transport } = await startPair();
    await transport.send(mailTo('a@client.example'), patience);
    await transport.send(mailTo('b@client.example'), patience);
    expect(server.received).toHaveLength(2);
    expect(server.connections()).toBe(1);
  });

  test('has a new connection after half a minute without mails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { server, transport } = await startPair();
    await transport.send(mailTo('a@client.example'), patience);
    await vi.advanceTimersByTimeAsync(30_000);
    await transport.send(mailTo('b@client.example'), patience);
    expect(server.connections()).toBe(2);
  });

  test.each([
    ['a second address', 'a@client.example, b@client.example'],
    ['a second header', 'a@client.example\r\nBcc: b@client.example'],
    ['a second command', 'a@client.example>\r\nRCPT TO:<b@client.example'],
    ['a name and a group', 'Friends: a@client.example, b@client.example;'],
  ])('is not sent to a recipient that contains %s', async (_case, recipient) => {
    const { server, transport } = await startPair();
    const failure = await failureOf(transport, recipient);
    expect(failure.isFinal).toBe(true);
    expect(server.received).toEqual([]);
  });

  test('gets no extra header from a subject with line breaks', async () => {
    const { server, transport } = await startPair();
    const subject = 'Hello\r\nBcc: b@client.example\r\n\r\nInjected text';
    await transport.send({ ...mailTo('a@client.example'), subject }, patience);
    const [mail] = server.received;
    expect(mail?.recipients).toEqual(['a@client.example']);
    expect(mail?.email.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.email.text).not.toContain('Injected');
  });
});

describe('a slow server', () => {
  test('may take 25 seconds to greet us and for each answer before TLS', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const connected = Promise.withResolvers<Socket>();
    const server = await startStrangeServer(connected.resolve);
    const failed = vi.fn();
    const stop = new AbortController();
    const transport = transportTo(`smtp://127.0.0.1:${server.port}`);
    const sending = transport.send(mailTo('a@client.example'), stop.signal).catch(failed);
    const socket = await connected.promise;
    /** Returns what the client sends next. */
    const answerLate = async (answer: string) => {
      await vi.advanceTimersByTimeAsync(25_000);
      expect(failed).not.toHaveBeenCalled();
      socket.write(answer);
      return String(await once(socket, 'data'));
    };
    expect(await answerLate('220 slow ESMTP\r\n')).toMatch(/^EHLO /);
    expect(await answerLate('250-slow\r\n250 STARTTLS\r\n')).toMatch(/^STARTTLS/);
    await answerLate('220 go ahead\r\n');
    await vi.advanceTimersByTimeAsync(25_000);
    expect(failed).not.toHaveBeenCalled();
    stop.abort();
    await sending;
  });

  test('has two minutes to examine a mail', async () => {
    const setTimeout = vi.spyOn(Socket.prototype, 'setTimeout');
    onTestFinished(() => setTimeout.mockRestore());
    const { transport } = await startPair();
    await transport.send(mailTo('a@client.example'), patience);
    expect(setTimeout).toHaveBeenCalledWith(2 * MINUTE);
  });
});

describe('TLS', () => {
  test.each([
    ['used from the start with smtps', { isSecure: true }, 'smtps', TRUSTING, true],
    ['taken up with smtp where the server offers it', {}, 'smtp', TRUSTING, true],
    ['done without where a server nearby does not offer it', { isPlain: true }, 'smtp', '', false],
  ])('is %s', async (_how, options, protocol, query, isEncrypted) => {
    const server = await startMailServer(options);
    const transport = transportTo(`${protocol}://127.0.0.1:${server.port}${query}`);
    await transport.send(mailTo('a@client.example'), patience);
    expect(server.received).toMatchObject([{ isEncrypted }]);
  });

  test.each([
    ['smtps', false, 'The port does not begin with TLS; smtp:// takes it up later'],
    ['smtp', true, 'Greeting never received; a port that begins with TLS needs smtps://'],
  ])('with %s to the wrong port says what to change', async (protocol, isSecure, advice) => {
    const server = await startMailServer({ isSecure });
    const url = `${protocol}://127.0.0.1:${server.port}${TRUSTING}&greetingTimeout=1000`;
    const transport = transportTo(url);
    const failure = await failureOf(transport);
    expect(failure).toMatchObject({ isFinal: false, answer: advice });
    await expect(transport.verify()).rejects.toThrow(advice);
  });

  test.each(['smtp', 'smtps'])('with %s asks for a certificate to be trusted', async (protocol) => {
    const server = await startMailServer({ isSecure: protocol === 'smtps' });
    const transport = transportTo(`${protocol}://127.0.0.1:${server.port}`);
    const failure = await failureOf(transport);
    expect(failure.isFinal).toBe(false);
    expect(server.received).toEqual([]);
  });

  test('carries the password, decoded from the address', async () => {
    const server = await startMailServer({ password: 'p@ss:w/rd' });
    const url = `smtp://portage:p%40ss%3Aw%2Frd@127.0.0.1:${server.port}${TRUSTING}`;
    await transportTo(url).send(mailTo('a@client.example'), patience);
    expect(server.received).toMatchObject([{ isEncrypted: true, username: 'portage' }]);
  });

  test('is required with a password', async () => {
    const server = await startMailServer({ password: 'secret', isPlain: true });
    const transport = transportTo(`smtp://portage:secret@127.0.0.1:${server.port}`);
    const failure = await failureOf(transport);
    expect(failure).toMatchObject({ isFinal: false, message: expect.stringContaining('ETLS') });
    expect(server.received).toEqual([]);
  });
});

describe('a mail that is not taken', () => {
  const ofNoReason = 'not now, a@client.example';

  // Of the relay, which an operator can correct, and of the mail itself.
  test.each([
    ['recipient', 550, ofNoReason, true],
    ['recipient', 451, ofNoReason, false],
    ['data', 552, ofNoReason, true],
    ['data', 452, ofNoReason, false],
    ['recipient', 553, '5.7.1 Sender not owned by user', false],
    ['recipient', 550, '5.1.8 Domain not found', false],
    ['recipient', 554, '5.7.1 Relay access denied', false],
    ['data', 554, 'Email address is not verified', false],
    ['recipient', 550, '5.1.1 User unknown', true],
    ['recipient', 550, '5.1.10 Recipient has a null MX', true],
    ['data', 552, '5.3.4 Message too big', true],
    ['data', 554, '5.6.0 Message is malformed', true],
  ] as const)('at the %s with %i %s: final %s', async (stage, code, words, isFinal) => {
    const { server, transport } = await startPair();
    server.refuseNext(stage, code, words);
    const failure = await failureOf(transport);
    expect(failure).toMatchObject({ isFinal, answer: expect.stringContaining(words) });
    expect(failure.message).toContain(String(code));
    expect(`${failure.message} ${failure.stack}`).not.toContain('a@client.example');

    await transport.send(mailTo('b@client.example'), patience);
    expect(server.received).toHaveLength(1);
  });

  test('because our password is wrong can be sent once it is corrected', async () => {
    const server = await startMailServer({ password: 'right' });
    const url = `smtp://portage:wrong-one@127.0.0.1:${server.port}${TRUSTING}`;
    const failure = await failureOf(transportTo(url));
    expect(failure.isFinal).toBe(false);
    expect(`${failure.stack} ${failure.answer}`).not.toContain('wrong-one');
  });

  test.each([
    ['the server closes the connection', (socket: Socket) => socket.end(), 'ECONN'],
    ['the server is silent', () => undefined, 'ETIMEDOUT'],
    ['the connection is refused', undefined, 'ESOCKET'],
  ])('because %s is tried again', async (_why, meet, code) => {
    const port = meet ? (await startStrangeServer(meet)).port : 1;
    const failure = await failureOf(transportTo(`smtp://127.0.0.1:${port}?greetingTimeout=50`));
    expect(failure).toMatchObject({ isFinal: false, message: expect.stringContaining(code) });
  });

  test('because we stop is tried again', async () => {
    const stop = new AbortController();
    const server = await startStrangeServer((socket) => {
      socket.write('220 slow ESMTP\r\n');
      void once(socket, 'data').then(() => stop.abort());
    });
    const transport = transportTo(`smtp://127.0.0.1:${server.port}`);
    const failure = await failureOf(transport, undefined, stop.signal);
    expect(failure).toMatchObject({ isFinal: false, message: expect.stringContaining('EABORT') });
  });
});
