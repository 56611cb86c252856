import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerAuthentication } from 'smtp-server';
import { onTestFinished } from 'vitest';

interface ReceivedMail {
  /** Addresses of the envelope. */
  sender: string;
  recipients: string[];
  isEncrypted: boolean;
  username: unknown;
  email: Email;
}

interface TestMailServer {
  port: number;
  received: ReceivedMail[];
  connections(): number;
  /** Refuses the next recipient or mail with a code such as 451, and its words. */
  refuseNext(stage: 'recipient' | 'data', code: number, words?: string): void;
}

interface MailServerOptions {
  isSecure?: boolean;
  isPlain?: boolean;
  /** Password of senders; any username is accepted. */
  password?: string;
}

/** Starts an SMTP server with a self-signed certificate until the test ends. */
export async function startMailServer(options: MailServerOptions = {}): Promise<TestMailServer> {
  const { isSecure = false, isPlain = false, password } = options;
  const received: ReceivedMail[] = [];
  let connections = 0;
  const errors: { stage: 'recipient' | 'data'; code: number; words: string }[] = [];

  /** Next error of a stage; repeats the address, like real servers. */
  const refusalAt = (stage: 'recipient' | 'data', recipient = '') => {
    if (errors[0]?.stage !== stage) return undefined;
    const { code, words } = errors.shift() ?? {};
    return Object.assign(new Error(`${words}, ${recipient}`), { responseCode: code });
  };

  const server = new SMTPServer({
    secure: isSecure,
    logger: false,
    authOptional: password === undefined,
    // Without STARTTLS, passwords may come in the clear.
    allowInsecureAuth: isPlain,
    disabledCommands: isPlain ? ['STARTTLS'] : [],
    onConnect(_session, answer) {
      connections += 1;
      answer();
    },
    onAuth: (auth: SMTPServerAuthentication, _session, answer) =>
      answer(auth.password === password ? null : new Error('wrong'), { user: auth.username }),
    onRcptTo: ({ address }, _session, answer) => answer(refusalAt('recipient', address)),
    onData(stream, { envelope, secure, user }, answer) {
      const receive = async () => {
        const email = await PostalMime.parse(await buffer(stream));
        const rejected = refusalAt('data', envelope.rcptTo[0]?.address);
        if (rejected) throw rejected;
        received.push({
          sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map(({ address }) => address),
          isEncrypted: secure,
          username: user,
          email,
        });
      };
      void receive().then(() => answer(), answer);
    },
  });
  // Some tests reject our certificate.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    connections: () => connections,
    refuseNext: (stage, code, words = 'not now') => void errors.push({ stage, code, words }),
  };
}

/** Starts a TCP server with the given behaviour until the test ends. */
export async function startStrangeServer(onConnection: (socket: net.Socket) => void) {
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}
