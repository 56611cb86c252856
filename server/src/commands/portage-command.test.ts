import { describe, expect, test } from 'vitest';
import { useCommandLine } from '../testing/use-command-line.ts';

const { portage, portageProcess } = useCommandLine();
const flag = 'heavy-parcel-consolidation-v1';
const NOBODY = '0197b7e9-2780-73a7-887c-c803f5b3a43a';

describe('a command that cannot be done says why in one line, and ends with the code of the case', () => {
  test.each([
    [['flags', 'set', 'warp-drive', 'on', '--all'], 64, /warp-drive.+ choices are heavy-parcel/],
    [['flags', 'set', flag, 'maybe', '--all'], 64, /maybe/],
    [['flags', 'set', flag, 'on'], 64, /--merchant <id> or --all/],
    [['flags', 'set', flag, 'on', '--all', '--merchant', NOBODY], 64, /cannot be used with/],
    [['flags', 'set', flag, 'on', '--merchant', 'Maple'], 64, /must be a UUID/],
    [['flags', 'set', flag, 'on', '--merchant', NOBODY], 67, /There is no merchant/],
    [['flags', 'sett', flag], 64, /Unknown command 'sett' \(Did you mean set\?\)/],
    [['carrier-keys', 'create', ' '], 64, /1 to 100 characters/],
    [['carrier-keys', 'revoke', 'depot scanners'], 64, /must be a UUID/],
    [['audit', '--since', 'yesterday'], 64, /must be like 90m/],
    [['audit', '--limit', '0'], 64, /whole number/],
    [['audit', '--action', 'sign_in'], 64, /choices are sign_in\.succeeded/],
    [['audit', '--merchant', NOBODY], 67, /There is no merchant/],
    [['audit', '--order', NOBODY], 64, /needs its merchant/],
    [['orders', 'restore', NOBODY], 64, /option '--merchant <id>' not specified/],
    [['orders', 'restore', 'PTG7', '--merchant', NOBODY], 64, /must be a UUID/],
  ])('%j', async (words, code, line) => {
    const outcome = await portage(...words);
    expect(outcome).toMatchObject({ code, output: '' });
    expect(outcome.errors).toMatch(line);
    expect(outcome.errors).toMatch(/^[^\n]+\n$/);
  });
});

test('as a process it prints help on request or without a command, and its errors', async () => {
  const asked = await portageProcess('audit', '--help');
  expect(asked).toMatchObject({ code: 0, errors: '' });
  expect(asked.output).toContain('Usage: portage audit [options]');

  const missing = await portageProcess('flags');
  expect(missing).toMatchObject({ code: 64, output: '' });
  expect(missing.errors).toContain('Usage: portage flags [options] [command]');

  expect(await portageProcess('orders', 'deleted', '--merchant', NOBODY)).toEqual({
    code: 67,
    output: '',
    errors: `There is no merchant ${NOBODY}.\n`,
  });
});
