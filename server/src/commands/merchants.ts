import { Argument, type Command, Option } from 'commander';
import { z } from 'zod';
import { Email } from '@portage/contract/text';
import { Locale } from '@portage/contract/locale';
import { Phone } from '@portage/contract/phone';
import { countryOfPostalCode } from '@portage/contract/addresses/address';
import { SignUpRequest } from '@portage/contract/users/sign-ups';
import { foldUsername } from '@portage/contract/users/username';
import { isApiError } from '../api-error.ts';
import { systemClock } from '../clock.ts';
import { fieldErrorsOf } from '../field-errors.ts';
import { enableMerchant, findMerchant, listMerchants } from '../merchants/operate-merchants.ts';
import { prepareMerchant } from '../sign-ups/open-merchant.ts';
import { notFound, refused, wrongUsage } from '../startup-error.ts';
import { alignedTable, printLines, tableTime } from './output.ts';
import { limitOption, readUuid, requireMerchant } from './options.ts';
import { operatorDeps, recordRead, withDatabase } from './with-database.ts';

const EXAMPLE = `
The time zone follows from the location. The owner gets a temporary password by mail, which the next
running server sends.

Example:
  portage merchants create "Fromagerie Zoé" --language fr --street "4200 boul. Saint-Laurent" \\
    --city Montréal --province QC --postal-code "H2W 2R2" \\
    --owner-name "Zoé Tremblay" --owner-email zoe@fromagerie.example`;

interface CreateOptions {
  language: Locale;
  street: string;
  unit?: string;
  city: string;
  province: string;
  postalCode: string;
  ownerName: string;
  ownerEmail: string;
  ownerPhone?: string;
}

/** Names are the options'. */
const MerchantOptions = z.object({
  name: SignUpRequest.shape.company,
  location: SignUpRequest.shape.location,
  ownerName: SignUpRequest.shape.name,
  ownerEmail: Email.overwrite(foldUsername),
  ownerPhone: Phone.optional(),
});

/** `--postal-code` for `location.postalCode`, and `<name>`. */
function optionOf(path: string): string {
  const field = path.replace(/^.*\./, '');
  if (field === 'name') return '<name>';
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

async function createMerchant(name: string, options: CreateOptions): Promise<void> {
  const { street, unit, city, province, postalCode, language, ...owner } = options;
  const country = countryOfPostalCode(postalCode);
  const location = { street, unit, city, province, postalCode, country };
  const typed = { name, location, ...owner };
  const read = MerchantOptions.safeParse(typed);
  if (!read.success) {
    const errors = fieldErrorsOf(MerchantOptions, typed, 'en')
      // The country follows from the postal code.
      .filter(({ path }) => path !== 'location.country')
      .map(({ path, message }) => `${optionOf(path)}: ${message}`);
    throw wrongUsage(errors.join(' '));
  }
  const { ownerName, ownerEmail, ownerPhone: phone } = read.data;
  await withDatabase(async (db) => {
    const deps = await operatorDeps(db);
    const create = await prepareMerchant(deps, {
      name: read.data.name,
      language,
      location: read.data.location,
      owner: { name: ownerName, email: ownerEmail, phone },
    });
    const merchant = await db
      .transaction()
      .execute(create)
      .catch((error: unknown) => {
        if (!isApiError(error, 'username_taken')) throw error;
        throw refused(`There is already a user ${ownerEmail}.`);
      });
    await printLines([
      `${merchant.name} (${merchant.id}) is created, in ${merchant.timeZone}.`,
      `An invitation goes to ${ownerEmail}.`,
    ]);
  });
}

async function listAll({ limit }: { limit: number }): Promise<void> {
  await withDatabase(async (db) => {
    const rows = (await listMerchants(db, limit)).map(({ merchant, disabledAt }) => [
      merchant.id,
      merchant.name,
      merchant.merchantLocation.city,
      merchant.timeZone,
      disabledAt === null ? 'active' : `disabled ${tableTime(disabledAt)}`,
    ]);
    await printLines(alignedTable(['MERCHANT', 'NAME', 'CITY', 'TIME ZONE', 'STATE'], [rows]));
  });
}

async function show(id: string): Promise<void> {
  await withDatabase(async (db) => {
    const found = await findMerchant(db, id);
    if (!found) throw notFound(`merchant ${id}`);
    await recordRead(db, 'merchants show', id);
    const { merchant, disabledAt } = found;
    const state = disabledAt === null ? 'active' : `disabled since ${tableTime(disabledAt)}`;
    await printLines([`State: ${state}`, ...JSON.stringify(merchant, null, 2).split('\n')]);
  });
}

async function enable(id: string, isEnabled: boolean): Promise<void> {
  await withDatabase(async (db) => {
    const name = await requireMerchant(db, id);
    await enableMerchant({ db, clock: systemClock }, id, isEnabled);
    await printLines([
      isEnabled ? `${name} is enabled.` : `${name} is disabled: its users can no longer sign in.`,
    ]);
  });
}

const idArgument = () => new Argument('<merchant>', 'its id, as listed').argParser(readUuid);

export function addMerchantsCommand(portage: Command): void {
  const merchants = portage
    .command('merchants')
    .description('create, list, show, disable and enable merchants');
  merchants
    .command('create')
    .description('create a merchant and invite its first owner by mail')
    .argument('<name>', 'the name of the merchant')
    .requiredOption('--street <street>', 'of the main location, with its number')
    .option('--unit <unit>', 'of the main location')
    .requiredOption('--city <city>', 'of the main location')
    .requiredOption('--province <code>', 'two letters of the province or state')
    .requiredOption('--postal-code <code>', 'of the main location')
    .requiredOption('--owner-name <name>', 'the first owner')
    .requiredOption('--owner-email <address>', 'their e-mail address, and username')
    .option('--owner-phone <number>', 'their phone')
    .addOption(
      new Option('--language <language>', 'of labels and mails')
        .choices(Locale.options)
        .default('en'),
    )
    .addHelpText('after', EXAMPLE)
    .action(createMerchant);
  merchants
    .command('list')
    .description('list the merchants, the newest first')
    .addOption(limitOption())
    .action(listAll);
  merchants
    .command('show')
    .description('show the profile of a merchant')
    .addArgument(idArgument())
    .action(show);
  merchants
    .command('disable')
    .description('end every session of a merchant and refuse its sign-ins')
    .addArgument(idArgument())
    .action((id: string) => enable(id, false));
  merchants
    .command('enable')
    .description('let the users of a merchant sign in again')
    .addArgument(idArgument())
    .action((id: string) => enable(id, true));
}
