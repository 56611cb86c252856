import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import { useListeningServer } from '../testing/use-server.ts';

vi.mock('../limits.ts', async (original) => ({
  ...(await original<object>()),
  ANSWER_TIMEOUT: 300,
}));

const server = useTestServer();

test('a connection whose answer is not read ends', async () => {
  const { app, port } = await useListeningServer(server.deps);
  const connection = once(app.server, 'connection');
  const client = net.connect(port, '127.0.0.1').pause();
  onTestFinished(() => void client.destroy());
  client.write('GET /api/reference/js/scalar.js HTTP/1.1\r\nHost: portage.example\r\n\r\n');
  const [socket] = (await connection) as [net.Socket];
  await expect.poll(() => socket.destroyed, { timeout: 3_000 }).toBe(true);
});
