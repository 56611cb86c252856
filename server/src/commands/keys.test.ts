import { describe, expect, test } from 'vitest';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';

const { portage } = useCommandLine();

describe('keys', () => {
  test('are rotated, listed and removed once nothing needs them', async () => {
    const rotate = async () => {
      const { output } = await portage('keys', 'rotate');
      return /^The key (\S+) signs from now on/.exec(output)?.[1] ?? '';
    };
    const first = await rotate();
    const second = await rotate();
    const uses = async () =>
      cellsOf((await portage('keys', 'list')).output).map(([kid, , use]) => [kid, use]);
    expect(await uses()).toEqual([
      ['KEY', 'USE'],
      [second, 'signs'],
      [first, expect.stringMatching(/^verifies, replaced \d{4}-/)],
    ]);

    const remove = (kid: string, ...options: string[]) =>
      portage('keys', 'remove', ...options, '--', kid);
    expect(await remove('unheard-of')).toMatchObject({ code: 67 });
    expect(await remove(second, '--force')).toMatchObject({
      code: 75,
      errors: `The key ${second} is the one that signs: rotate first.\n`,
    });
    expect(await remove(first)).toMatchObject({
      code: 75,
      errors: expect.stringMatching(/may still be in force.+--force\.\n$/),
    });
    expect(await remove(first, '--force')).toMatchObject({ code: 0, errors: '' });
    expect(await uses()).toEqual([
      ['KEY', 'USE'],
      [second, 'signs'],
    ]);
  });
});
