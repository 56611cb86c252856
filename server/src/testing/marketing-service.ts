import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const Submission = z.object({
  submittedAt: z.string().regex(/^\d+$/),
  fields: z.array(z.object({ objectTypeId: z.string(), name: z.string(), value: z.string() })),
  context: z.object({ pageUri: z.url(), pageName: z.string() }),
});
type Submission = z.infer<typeof Submission>;

export interface MarketingService {
  url: string;
  received: Submission[];
  /** Error statuses for e-mail addresses whose submissions fail. */
  failing: Map<string, number>;
  stop(): Promise<void>;
}

/** Like the real service, it repeats the value that it rejects. */
function answer(response: ServerResponse, status: number, email: string): void {
  const errors = [{ message: `Error in 'fields.email'. ${email}`, errorType: 'BLOCKED_EMAIL' }];
  const body = status === 200 ? { inlineMessage: 'Thanks' } : { status: 'error', errors };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export async function startMarketingService(): Promise<MarketingService> {
  const received: Submission[] = [];
  const failing = new Map<string, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const submission = Submission.parse(await json(request));
      const email = submission.fields.find(({ name }) => name === 'email')?.value ?? '';
      const status = failing.get(email) ?? 200;
      if (status === 200) received.push(submission);
      answer(response, status, email);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/submissions/v3/integration/submit/1/form`,
    received,
    failing,
    stop: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}
