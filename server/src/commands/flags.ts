import { Argument, type Command, Option } from 'commander';
import { FeatureFlag } from '@portage/contract/merchants/flags';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { findFlagState, setFlag, unsetFlag, listFlagSettings } from '../flags/flags.ts';
import { wrongUsage } from '../startup-error.ts';
import { merchantOption, requireMerchant } from './options.ts';
import { printLines, printTable } from './output.ts';
import { withDatabase, onDatabase } from './with-database.ts';

const EFFECT = `
A merchant’s own setting decides; without one, the setting for all; without that, the feature is off.
A change is in effect at once, also in servers that are running, and stands in the audit.`;

const ALL = 'all merchants without a setting of their own';

const onOrOff = (enabled: boolean) => (enabled ? 'on' : 'off');

interface Target {
  merchant?: string;
  all?: true;
}

/** Null for all merchants. Throws `wrongUsage`. */
function readTarget({ merchant, all }: Target): string | null {
  if (merchant !== undefined) return merchant;
  if (all) return null;
  throw wrongUsage('Name whom it is for: --merchant <id> or --all.');
}

/** Throws `not_found`. */
async function nameOf(db: Database, merchantId: string | null): Promise<string> {
  return merchantId === null ? ALL : requireMerchant(db, merchantId);
}

const flagArgument = () => new Argument('<flag>', 'the feature').choices(FeatureFlag.options);

const allOption = () => new Option('--all', `for ${ALL}`).conflicts('merchant');

async function listFlags(db: Database, { merchant }: Target): Promise<void> {
  if (merchant === undefined) {
    const rows = (await listFlagSettings(db)).map(({ flag, merchantId, enabled }) => [
      flag,
      merchantId ?? 'all',
      enabled === undefined ? 'not set' : onOrOff(enabled),
    ]);
    await printTable(['FLAG', 'FOR', 'SETTING'], rows);
    return;
  }
  await requireMerchant(db, merchant);
  const rows: string[][] = [];
  for (const flag of FeatureFlag.options) {
    const { enabled, decidedBy } = await findFlagState(db, merchant, flag);
    rows.push([flag, onOrOff(enabled), DECIDED_BY[decidedBy]]);
  }
  await printTable(['FLAG', 'STATE', 'BECAUSE OF'], rows);
}

const DECIDED_BY = {
  merchant: 'the merchant’s own setting',
  all: 'the setting for all',
  default: 'no setting',
} as const;

async function setFlagOf(flag: FeatureFlag, state: 'on' | 'off', target: Target): Promise<void> {
  const merchantId = readTarget(target);
  await withDatabase(async (db) => {
    const name = await nameOf(db, merchantId);
    await setFlag({ db, clock: systemClock }, { flag, merchantId }, state === 'on');
    await printLines([`${flag} is ${state} for ${name}.`]);
  });
}

async function unsetFlagOf(flag: FeatureFlag, target: Target): Promise<void> {
  const merchantId = readTarget(target);
  await withDatabase(async (db) => {
    const name = await nameOf(db, merchantId);
    const wasSet = await unsetFlag({ db, clock: systemClock }, { flag, merchantId });
    await printLines([`${flag} ${wasSet ? 'is no longer' : 'was not'} set for ${name}.`]);
  });
}

export function addFlagsCommand(portage: Command): void {
  const flags = portage
    .command('flags')
    .description('list features, switch them on and off')
    .addHelpText('after', EFFECT);
  flags
    .command('list')
    .description('list the settings of features')
    .addOption(merchantOption('what is on for this merchant, and why'))
    .action(onDatabase(listFlags));
  flags
    .command('set')
    .description('switch a feature on or off')
    .addArgument(flagArgument())
    .addArgument(new Argument('<state>', 'its new state').choices(['on', 'off']))
    .addOption(merchantOption('for this merchant'))
    .addOption(allOption())
    .action(setFlagOf);
  flags
    .command('unset')
    .description('take a setting away, so that the next wider one decides')
    .addArgument(flagArgument())
    .addOption(merchantOption('for this merchant'))
    .addOption(allOption())
    .action(unsetFlagOf);
}
