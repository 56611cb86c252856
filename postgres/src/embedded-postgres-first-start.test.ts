import * as fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useDatabaseHome } from './testing/database-home.ts';
import { query, setting } from './testing/query-database.ts';

const isRoot = process.getuid?.() === 0;
const home = useDatabaseHome({ hasDatabase: false });

describe('a first start', () => {
  it('makes a database that keeps its data over a restart', async () => {
    const first = await home.start();
    await query(first.url, 'create table notes (text text)');
    await query(first.url, `insert into notes values ('Grüße, 北京')`);
    await first.stop();

    const second = await home.start();
    expect(await query(second.url, 'select text from notes')).toEqual([{ text: 'Grüße, 北京' }]);
  });

  it('killed halfway is completed by the next', async () => {
    const server = home.startProcess();
    const postgres = path.join(home.directory, 'postgres');
    await vi.waitFor(
      async () => {
        const names = await fs.readdir(postgres);
        const unfinished = names.find((name) => name.startsWith('unfinished-'));
        expect(await fs.readdir(path.join(postgres, String(unfinished)))).toContain('base');
      },
      { interval: 1, timeout: 30_000 },
    );
    await server.kill();
    expect(await fs.readdir(postgres)).not.toContain('cluster');

    const { url } = await home.start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('may make a throwaway one, which is not durable and is removed when stopped', async () => {
    const { url, stop } = await home.start({ durable: false });
    expect(await setting(url, 'fsync')).toBe('off');
    await stop();
    expect(await fs.readdir(path.join(home.directory))).toEqual([]);
  });

  it.runIf(isRoot)(
    'makes it elsewhere, behind a link, when its account has no access to the place',
    async () => {
      await fs.chmod(path.dirname(home.directory), 0o700);
      const first = await home.start();
      const target = await fs.readlink(path.join(home.directory, 'postgres'));
      onTestFinished(() => fs.rm(target, { recursive: true }));
      expect(target).toMatch(/^\/var\/lib\/portage\/data-/);
      await query(first.url, 'create table notes (text text)');
      await first.stop();

      const second = await home.start();
      expect(await query(second.url, 'select from notes')).toEqual([]);
      await second.stop();

      await fs.rename(target, `${target}-away`);
      expect(await home.startError()).toMatchObject({
        message: expect.stringContaining(`it is a link to ${target}, which is gone`),
        exitCode: 65,
      });
      await fs.rename(`${target}-away`, target);
    },
  );
});

describe('a data directory that cannot be used', () => {
  it('is refused when it cannot be written', async () => {
    await fs.writeFile(home.directory, 'a file');
    home.directory = path.join(home.directory, 'below');
    expect(await home.startError()).toMatchObject({
      message: expect.stringMatching(/^The data directory .*below cannot be written: ENOTDIR/),
      exitCode: 73,
    });
  });

  it.each([
    [
      'its database is of another version',
      ['PG_VERSION', '15\n'],
      /^.* is of PostgreSQL 15, and this is PostgreSQL \d+\. .* backup FOLDER.* restore FOLDER.*\.$/,
    ],
    [
      'something else is where the database should be',
      ['letter.txt', 'Dear …'],
      /it is not a database directory/,
    ],
  ] as const)('is refused, and left as it is, when %s', async (_what, [name, content], message) => {
    const cluster = path.join(home.directory, 'postgres', 'cluster');
    await fs.mkdir(cluster, { recursive: true });
    await fs.writeFile(path.join(cluster, name), content);
    expect(await home.startError()).toMatchObject({
      message: expect.stringMatching(message),
      exitCode: 65,
    });
    expect(await fs.readdir(cluster)).toEqual([name]);
  });
});
