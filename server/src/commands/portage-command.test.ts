import { InvalidArgumentError } from 'commander';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useCommandLine } from '../testing/use-command-line.ts';
import { readTimestamp } from './options.ts';
import { printable } from './output.ts';

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

test('as a process it prints help on request or without a command', async () => {
  const asked = await portageProcess('audit', '--help');
  expect(asked).toMatchObject({ code: 0, errors: '' });
  expect(asked.output).toContain('Usage: portage audit [options]');

  const missing = await portageProcess('flags');
  expect(missing).toMatchObject({ code: 64, output: '' });
  expect(missing.errors).toContain('Usage: portage flags [options] [command]');
});

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['90m', '2026-11-21T10:30:00Z'],
  ['24h', '2026-11-20T12:00:00Z'],
  ['7d', '2026-11-14T12:00:00Z'],
  ['4w', '2026-10-24T12:00:00Z'],
  ['2026-11-01', '2026-11-01T00:00:00Z'],
  ['2026-11-01T08:30', '2026-11-01T08:30:00Z'],
  ['2026-11-01T08:30:15.250Z', '2026-11-01T08:30:15.250Z'],
  ['2026-11-01T08:30-05:00', '2026-11-01T13:30:00Z'],
])('%s is %s', (text, timestamp) => {
  expect(readTimestamp(text, NOW)).toBe(Date.parse(timestamp));
});

test.each(['', '24', '-1d', '1y', 'yesterday', '2026-02-30', '2026-11-01T25:00', '11/01/2026'])(
  '“%s” is not a timestamp',
  (text) => {
    expect(() => readTimestamp(text, NOW)).toThrow(InvalidArgumentError);
  },
);

test.each([
  ['an escape sequence', '\u001b[2J\u001b]0;gone\u0007', '\\u001b[2J\\u001b]0;gone\\u0007'],
  ['a C1 control', '\u009b31m', '\\u009b31m'],
  ['a line break', 'jane\r\n2026-01-01', 'jane\\u000d\\u000a2026-01-01'],
  ['a change of the direction of writing', 'a\u202eb\u2066', 'a\\u202eb\\u2066'],
  ['a letter without width', 'ad\u200bmin', 'ad\\u200bmin'],
  ['half a letter', 'a\ud800', 'a\\ud800'],
  ['a tag', '\u{e0041}', '\\udb40\\udc41'],
])('%s is shown by its number', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('letters of all languages are shown as they are', () => {
  const text = 'Zoé «Ünïcode» 北京 Ω 🚚';
  expect(printable(text)).toBe(text);
});

test('JSON stays the JSON it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = printable(JSON.stringify({ text }));
      expect(line).not.toMatch(/\p{C}/u);
      expect(JSON.parse(line)).toEqual({ text });
    }),
  );
});
