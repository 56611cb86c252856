import * as fs from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { countryOfPostalCode } from '@portage/contract/addresses/address';
import { Locale } from '@portage/contract/locale';
import { DeliveryConstraints, Merchant } from '@portage/contract/merchants/merchants';
import { Phone } from '@portage/contract/phone';
import { Email } from '@portage/contract/text';
import { timeZoneOf } from '@portage/contract/time-zone';
import { SignUpRequest } from '@portage/contract/users/sign-ups';
import { foldUsername } from '@portage/contract/users/username';
import { reason, type StartupError } from '../../../postgres/src/startup-error.ts';
import { isApiError } from '../api-error.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { fieldErrorsOf } from '../field-errors.ts';
import {
  changeProfile,
  enableMerchant,
  findMerchant,
  listMerchants,
  type OperatedMerchant,
} from '../merchants/operate-merchants.ts';
import { prepareMerchant } from '../sign-ups/open-merchant.ts';
import { notFound, refused, wrongUsage } from '../startup-error.ts';
import { addMerchantDataCommands, idArgument } from './merchant-data.ts';
import { limitOption, requireMerchant } from './options.ts';
import { printLines, tableTime, printTable } from './output.ts';
import { operatorDeps, recordRead, withDatabase, onDatabase } from './with-database.ts';

const EXAMPLE = `
The time zone follows from the location. The owner gets a temporary password by mail, which the next
running server sends.

Example:
  portage merchants create "Fromagerie Zoé" --language fr --street "4200 boul. Saint-Laurent" \\
    --city Montréal --province QC --postal-code "H2W 2R2" \\
    --owner-name "Zoé Tremblay" --owner-email zoe@fromagerie.example`;

const CHANGE_HELP = `
What is not named stays. The time zone follows from the location, which an owner then confirms again.
The file of --profile may have deliveryWindows (of usual days), pickupConstraintsByWeek, locationPricing,
phoneOptional and taskTimeCreation, as \`merchants show\` prints them. Features: \`portage flags\`.`;

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

function wrongOptions(schema: z.ZodType, typed: unknown): StartupError {
  const errors = fieldErrorsOf(schema, typed, 'en')
    // The country follows from the postal code.
    .filter(({ path }) => path !== 'location.country')
    .map(({ path, message }) => `${optionOf(path)}: ${message}`);
  return wrongUsage(errors.join(' '));
}

async function createMerchant(name: string, options: CreateOptions): Promise<void> {
  const { street, unit, city, province, postalCode, language, ...owner } = options;
  const country = countryOfPostalCode(postalCode);
  const location = { street, unit, city, province, postalCode, country };
  const typed = { name, location, ...owner };
  const read = MerchantOptions.safeParse(typed);
  if (!read.success) throw wrongOptions(MerchantOptions, typed);
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

function stateOf({ disabledAt, leavingSince }: OperatedMerchant): string {
  if (leavingSince !== null) return `being deleted since ${tableTime(leavingSince)}`;
  return disabledAt === null ? 'active' : `disabled since ${tableTime(disabledAt)}`;
}

async function listAll(db: Database, { limit }: { limit: number }): Promise<void> {
  const rows = (await listMerchants(db, limit)).map((one) => [
    one.merchant.id,
    one.merchant.name,
    one.merchant.merchantLocation.city,
    one.merchant.timeZone,
    stateOf(one),
  ]);
  await printTable(['MERCHANT', 'NAME', 'CITY', 'TIME ZONE', 'STATE'], rows);
}

async function show(db: Database, id: string): Promise<void> {
  const found = await findMerchant(db, id);
  if (!found) throw notFound(`merchant ${id}`);
  await recordRead(db, 'merchants show', id);
  const profile = JSON.stringify(found.merchant, null, 2);
  await printLines([`State: ${stateOf(found)}`, ...profile.split('\n')]);
}

interface ChangeOptions {
  name?: string;
  language?: Locale;
  email?: string | false;
  street?: string;
  unit?: string | false;
  city?: string;
  province?: string;
  postalCode?: string;
  profile?: string;
}

/** Fields that merchants read and operators agree on. */
const AgreedFields = Merchant.pick({
  phoneOptional: true,
  taskTimeCreation: true,
  locationPricing: true,
  pickupConstraintsByWeek: true,
})
  .extend({ deliveryWindows: DeliveryConstraints.shape.usuals })
  .partial()
  .strict();

type AgreedFields = Partial<
  Pick<
    Merchant,
    'phoneOptional' | 'taskTimeCreation' | 'locationPricing' | 'pickupConstraintsByWeek'
  > & { deliveryWindows: DeliveryConstraints['usuals'] }
>;

/** Names are the options'. */
const ChangedFields = z.object({
  name: MerchantOptions.shape.name.optional(),
  email: z.union([z.literal(false), Email]).optional(),
  location: MerchantOptions.shape.location.optional(),
});

async function readAgreedFields(file: string): Promise<AgreedFields> {
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    throw wrongUsage(`--profile: ${reason(error)}.`);
  });
  try {
    return AgreedFields.parse(JSON.parse(text)) as AgreedFields;
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : reason(error);
    throw wrongUsage(`--profile: ${problem.replaceAll(/\s*\n\s*/g, ' ')}`);
  }
}

/** Takes missing parts from the current location. Undefined when all are missing. */
function locationOf(
  { merchantLocation: now }: Merchant,
  { street, unit, city, province, postalCode }: ChangeOptions,
) {
  const given = [street, unit, city, province, postalCode];
  if (given.every((value) => value === undefined)) return undefined;
  const code = postalCode ?? now.postalCode;
  const door = unit ?? now.unit;
  return {
    street: street ?? now.street,
    ...(typeof door === 'string' && { unit: door }),
    city: city ?? now.city,
    province: province ?? now.province,
    postalCode: code,
    country: countryOfPostalCode(code) ?? now.country,
  };
}

/** A new location is confirmed by an owner again. Throws `wrongUsage`. */
function changed(
  merchant: Merchant,
  options: ChangeOptions,
  { deliveryWindows, ...agreed }: AgreedFields,
): Merchant {
  const typed = {
    name: options.name,
    email: options.email,
    location: locationOf(merchant, options),
  };
  const read = ChangedFields.safeParse(typed);
  if (!read.success) throw wrongOptions(ChangedFields, typed);
  const { name, email, location } = read.data;
  const { email: emailBefore, locationCheckedAt, ...others } = merchant;
  const emailAfter = email ?? emailBefore;
  const constraints = merchant.deliveryConstraintsByWeek;
  return {
    ...others,
    ...agreed,
    ...(typeof emailAfter === 'string' && { email: emailAfter }),
    ...(name !== undefined && { name }),
    ...(options.language !== undefined && { language: options.language }),
    ...(location
      ? { merchantLocation: location, timeZone: timeZoneOf(location) }
      : locationCheckedAt !== undefined && { locationCheckedAt }),
    ...(deliveryWindows && {
      deliveryConstraintsByWeek: { ...constraints, usuals: deliveryWindows },
    }),
  };
}

async function change(id: string, options: ChangeOptions): Promise<void> {
  const agreed = options.profile === undefined ? {} : await readAgreedFields(options.profile);
  await withDatabase(async (db) => {
    const name = await requireMerchant(db, id);
    const outcome = await changeProfile({ db, clock: systemClock }, id, (merchant) =>
      changed(merchant, options, agreed),
    );
    await printLines([
      outcome.changed.length === 0
        ? `${name} has these values already.`
        : `${name} is changed: ${outcome.changed.join(', ')}.`,
    ]);
  });
}

async function enable(db: Database, id: string, isEnabled: boolean): Promise<void> {
  const name = await requireMerchant(db, id);
  const { leavingSince = null } = (await findMerchant(db, id)) ?? {};
  if (leavingSince !== null) throw refused(`${name} is being deleted.`);
  await enableMerchant({ db, clock: systemClock }, id, isEnabled);
  await printLines([
    isEnabled ? `${name} is enabled.` : `${name} is disabled: its users can no longer sign in.`,
  ]);
}

export function addMerchantsCommand(portage: Command): void {
  const merchants = portage
    .command('merchants')
    .description('create, change, disable, export and delete merchants');
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
    .action(onDatabase(listAll));
  merchants
    .command('show')
    .description('show the profile of a merchant')
    .addArgument(idArgument())
    .action(onDatabase(show));
  merchants
    .command('change')
    .description('change the profile of a merchant')
    .addArgument(idArgument())
    .option('--name <name>', 'the name of the merchant')
    .addOption(new Option('--language <language>', 'of labels and mails').choices(Locale.options))
    .option('--email <address>', 'its e-mail address')
    .option('--no-email', 'without an e-mail address')
    .option('--street <street>', 'of the main location, with its number')
    .option('--unit <unit>', 'of the main location')
    .option('--no-unit', 'without a unit')
    .option('--city <city>', 'of the main location')
    .option('--province <code>', 'two letters of the province or state')
    .option('--postal-code <code>', 'of the main location')
    .option('--profile <file>', 'a JSON file with fields that were agreed on')
    .addHelpText('after', CHANGE_HELP)
    .action(change);
  merchants
    .command('disable')
    .description('end every session of a merchant and refuse its sign-ins')
    .addArgument(idArgument())
    .action(onDatabase((db, id: string) => enable(db, id, false)));
  merchants
    .command('enable')
    .description('let the users of a merchant sign in again')
    .addArgument(idArgument())
    .action(onDatabase((db, id: string) => enable(db, id, true)));
  addMerchantDataCommands(merchants);
}
