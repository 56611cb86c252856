import { describe, expect, test } from 'vitest';
import { isFlagOn } from '../flags/flags.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';

const { db, makeMerchant, portage } = useCommandLine();
const flag = 'heavy-parcel-consolidation-v1';

describe('flags', () => {
  test('are set, listed and unset for a merchant and for all', async () => {
    const merchant = await makeMerchant('Érable & Pin');
    expect(await portage('flags', 'set', flag, 'on', '--merchant', merchant)).toEqual({
      code: 0,
      output: `${flag} is on for Érable & Pin (${merchant}).\n`,
      errors: '',
    });
    expect(await isFlagOn(db(), merchant, flag)).toBe(true);

    await portage('flags', 'set', flag, 'off', '--all');
    expect(cellsOf((await portage('flags', 'list')).output)).toEqual([
      ['FLAG', 'FOR', 'SETTING'],
      [flag, 'all', 'off'],
      [flag, merchant, 'on'],
    ]);

    const unset = await portage('flags', 'unset', flag, '--merchant', merchant);
    expect(unset.output).toBe(`${flag} is no longer set for Érable & Pin (${merchant}).\n`);
    expect(await isFlagOn(db(), merchant, flag)).toBe(false);
    expect(cellsOf((await portage('flags', 'list', '--merchant', merchant)).output)).toEqual([
      ['FLAG', 'STATE', 'BECAUSE OF'],
      [flag, 'off', 'the setting for all'],
    ]);

    const audit = await portage('audit', '--merchant', merchant);
    expect(cellsOf(audit.output).map((cells) => cells.slice(1))).toEqual([
      ['ACTION', 'ACTOR', 'SUBJECT', 'ADDRESS', 'MERCHANT'],
      ['flag.set', 'operator', `${flag}=on`, '-', merchant],
      ['flag.set', 'operator', `${flag}=unset`, '-', merchant],
    ]);
  });
});
