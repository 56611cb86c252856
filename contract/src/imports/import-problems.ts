import { z } from 'zod';
import { namedObject } from '../endpoint.ts';
import { type FieldMessageKey, fieldMessages } from '../field-messages.ts';
import { fillText, type Locale, type Translated } from '../locale.ts';
import { ImportColumn, ImportFile } from './import-columns.ts';

/** Problems besides those of `field-messages.ts`. */
const rowProblems = {
  numberInvalid: {
    en: '“{value}” is not a number.',
    fr: '«\u00A0{value}\u00A0» n’est pas un nombre.',
  },
  numberAmbiguous: {
    en: '“{value}” can be read two ways. Write it without a thousands separator.',
    fr: '«\u00A0{value}\u00A0» peut se lire de deux façons. Écrivez-le sans séparateur de milliers.',
  },
  yesNoInvalid: {
    en: 'Write yes or no.',
    fr: 'Écrivez oui ou non.',
  },
  provinceUnknown: {
    en: '“{value}” is not a Canadian province or US state.',
    fr: '«\u00A0{value}\u00A0» n’est pas une province canadienne ni un État américain.',
  },
  countryUnknown: {
    en: 'Portage delivers in Canada (CA) and the United States (US).',
    fr: 'Portage livre au Canada (CA) et aux États-Unis (US).',
  },
  countryPostalMismatch: {
    en: '{postalCode} is not a postal code of {value}.',
    fr: '{postalCode} n’est pas un code postal de ce pays ({value}).',
  },
  serviceUnknown: {
    en: 'There is no service “{value}”. Use SAMEDAY, NEXTDAY, SCHEDULED, STANDARD, FLEX or CUSTOMER_BOOKING.',
    fr: 'Le service «\u00A0{value}\u00A0» n’existe pas. Utilisez SAMEDAY, NEXTDAY, SCHEDULED, STANDARD, FLEX ou CUSTOMER_BOOKING.',
  },
  deliveryServiceUnknown: {
    en: 'There is no delivery service “{value}”. Use TO_THE_DOOR, THRESHOLD, ROOM_OF_CHOICE or WHITE_GLOVE.',
    fr: 'Le service de livraison «\u00A0{value}\u00A0» n’existe pas. Utilisez TO_THE_DOOR, THRESHOLD, ROOM_OF_CHOICE ou WHITE_GLOVE.',
  },
  weightUnitUnknown: {
    en: '“{value}” is not a unit of weight. Use lb or kg.',
    fr: '«\u00A0{value}\u00A0» n’est pas une unité de poids. Utilisez lb ou kg.',
  },
  sizeUnitUnknown: {
    en: '“{value}” is not a unit of length. Use inch or cm.',
    fr: '«\u00A0{value}\u00A0» n’est pas une unité de longueur. Utilisez inch ou cm.',
  },
  phoneShortened: {
    en: 'The spreadsheet rounded this number ({value}). Format the column as text and type it again.',
    fr: 'Le tableur a arrondi ce numéro ({value}). Mettez la colonne au format texte et retapez-le.',
  },
  phoneExtension: {
    en: 'The address book has no place for the extension {value}. Remove it from the phone number.',
    fr: 'Le carnet d’adresses n’a pas de place pour le poste {value}. Retirez-le du numéro de téléphone.',
  },
  formula: {
    en: 'This cell is a formula. Put its result here.',
    fr: 'Cette cellule contient une formule. Inscrivez-y son résultat.',
  },
  spreadsheetError: {
    en: 'The spreadsheet could not compute this cell ({value}). Type its value.',
    fr: 'Le tableur n’a pas pu calculer cette cellule ({value}). Inscrivez-y sa valeur.',
  },
  notReached: {
    en: 'The import stopped before this row. Import it again.',
    fr: 'L’importation s’est arrêtée avant cette ligne. Importez-la de nouveau.',
  },
  orderMissing: {
    en: 'No order has the reference “{value}”, so this package has no order.',
    fr: 'Aucune commande ne porte la référence «\u00A0{value}\u00A0»\u00A0: ce colis est sans commande.',
  },
  packagesMissing: {
    en: 'No package has the reference “{value}”. Add its packages, or the number of packages.',
    fr: 'Aucun colis ne porte la référence «\u00A0{value}\u00A0». Ajoutez ses colis ou le nombre de colis.',
  },
  packageCountDisagrees: {
    en: 'The number of packages is {count}, but the rows give this order {rows}.',
    fr: 'Le nombre de colis est {count}, mais les lignes de cette commande en donnent {rows}.',
  },
  refDuplicated: {
    en: 'Row {row} has the same reference. Give each order its own.',
    fr: 'La ligne {row} porte la même référence. Donnez à chaque commande la sienne.',
  },
} as const satisfies Record<string, Translated>;

/** Reasons why an order is created but cannot be delivered. */
const attentionReasons = {
  outOfArea: {
    en: 'Portage does not deliver to {value}.',
    fr: 'Portage ne livre pas à {value}.',
  },
  originOutOfArea: {
    en: 'Portage does not pick up at {value}.',
    fr: 'Portage ne ramasse pas à {value}.',
  },
  addressNotFound: {
    en: 'This address could not be found. Check the city and the postal code.',
    fr: 'Cette adresse est introuvable. Vérifiez la ville et le code postal.',
  },
  serviceUnavailable: {
    en: 'This service is not offered from {origin} to {destination}.',
    fr: 'Ce service n’est pas offert de {origin} à {destination}.',
  },
  windowUnavailable: {
    en: 'No delivery window can be booked in the next 14 days. Choose another service.',
    fr: 'Aucune plage de livraison ne peut être réservée dans les 14 prochains jours. Choisissez un autre service.',
  },
  weightUnsupported: {
    en: 'This package is heavier or longer than Portage carries. Split it into smaller packages.',
    fr: 'Ce colis dépasse le poids ou la longueur que Portage transporte. Divisez-le en colis plus petits.',
  },
} as const satisfies Record<string, Translated>;

/** Changes of meaning, confirmed by the merchant before creation. */
const meaningChanges = {
  serviceAssumed: {
    en: '“{value}” will be booked as {meaning}. Confirm it, or choose another service.',
    fr: '«\u00A0{value}\u00A0» sera réservé comme {meaning}. Confirmez-le ou choisissez un autre service.',
  },
  deliveryServiceAssumed: {
    en: '“{value}” will be delivered as {meaning}. Confirm it, or choose another delivery service.',
    fr: '«\u00A0{value}\u00A0» sera livré comme {meaning}. Confirmez-le ou choisissez un autre service de livraison.',
  },
  windowAssumed: {
    en: 'The earliest window on offer will be booked: {date}, {start} to {end}. Confirm it, or choose another service.',
    fr: 'La première plage offerte sera réservée\u00A0: {date}, de {start} à {end}. Confirmez-la ou choisissez un autre service.',
  },
} as const satisfies Record<string, Translated>;

const rowWarnings = {
  packagesPlain: {
    en: 'No packages in the package file. Packages without weight and size will be created: {count}.',
    fr: 'Aucun colis dans le fichier des colis. Colis qui seront créés sans poids ni dimensions\u00A0: {count}.',
  },
  provincePostalMismatch: {
    en: '{postalCode} is in {expected}, not in {value}.',
    fr: '{postalCode} est dans la province {expected}, et non {value}.',
  },
  refExists: {
    en: 'You already have an order with the reference “{value}”.',
    fr: 'Vous avez déjà une commande avec la référence «\u00A0{value}\u00A0».',
  },
  displayNameUnknown: {
    en: '“{value}” is not one of your sub-brands: labels show no logo for it.',
    fr: '«\u00A0{value}\u00A0» ne fait pas partie de vos sous-marques\u00A0: ses étiquettes n’auront pas de logo.',
  },
  originUnknown: {
    en: 'This origin is not one of your ship-from locations.',
    fr: 'Cette origine ne fait pas partie de vos lieux d’expédition.',
  },
} as const satisfies Record<string, Translated>;

/** Includes the messages of an order's schemas. */
const problemTexts = {
  ...fieldMessages,
  ...rowProblems,
  ...attentionReasons,
  ...meaningChanges,
  ...rowWarnings,
};
export type ImportProblemCode = keyof typeof problemTexts | FieldMessageKey;

const PROBLEM_CODES = Object.keys(problemTexts) as [ImportProblemCode, ...ImportProblemCode[]];
/** `row` counts from 1, the first row below the headers. */
export const importRowPlace = {
  file: ImportFile,
  row: z.int().min(1).describe('From 1: the first row below the headers.'),
};

export const ImportProblem = namedObject('ImportProblem', {
  ...importRowPlace,
  column: ImportColumn.optional().describe('Missing when it concerns the whole row.'),
  code: z.enum(PROBLEM_CODES),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe('Values named in its text.'),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/**
 * `error`: no order is created. `attention`: created, but not deliverable. `confirm`: created once
 * the merchant confirms a change of meaning. `warning`: created.
 */
export const ImportSeverity = z.enum(['error', 'attention', 'confirm', 'warning']);
export type ImportSeverity = z.infer<typeof ImportSeverity>;

export function severityOf({ code }: Pick<ImportProblem, 'code'>): ImportSeverity {
  if (Object.hasOwn(attentionReasons, code)) return 'attention';
  if (Object.hasOwn(meaningChanges, code)) return 'confirm';
  return Object.hasOwn(rowWarnings, code) ? 'warning' : 'error';
}

export const isError = (problem: Pick<ImportProblem, 'code'>): boolean =>
  severityOf(problem) === 'error';

export function importProblemText(problem: ImportProblem, locale: Locale): string {
  return fillText(problemTexts[problem.code][locale], problem.values ?? {});
}

export const importCorrections = {
  zipZeroRestored: {
    en: 'Leading zero of the ZIP code restored',
    fr: 'Zéro initial du code ZIP rétabli',
  },
  postalCodeWritten: {
    en: 'Postal code written in its usual form',
    fr: 'Code postal écrit dans sa forme usuelle',
  },
  provinceByName: {
    en: 'Province or state written as its code',
    fr: 'Province ou État remplacé par son code',
  },
  provinceFromPostalCode: {
    en: 'Province found from the postal code',
    fr: 'Province trouvée à partir du code postal',
  },
  countryByName: { en: 'Country written as its code', fr: 'Pays remplacé par son code' },
  countryFromPostalCode: {
    en: 'Country found from the postal code',
    fr: 'Pays trouvé à partir du code postal',
  },
  phoneWritten: {
    en: 'Phone number written with its country code',
    fr: 'Téléphone écrit avec l’indicatif du pays',
  },
  phoneExtensionMoved: {
    en: 'Phone extension moved to the notes',
    fr: 'Poste téléphonique déplacé dans les notes',
  },
  decimalComma: { en: 'Decimal comma read', fr: 'Virgule décimale lue' },
  numberWritten: { en: 'Number read from text', fr: 'Nombre lu dans le texte' },
  unitWritten: { en: 'Unit written as its code', fr: 'Unité remplacée par son code' },
  unitFromNumber: {
    en: 'Unit taken from the cell of the number',
    fr: 'Unité lue dans la cellule du nombre',
  },
  unitConverted: {
    en: 'Converted to a unit that Portage uses',
    fr: 'Converti dans une unité que Portage utilise',
  },
  yesNoWritten: { en: 'Read as yes or no', fr: 'Lu comme oui ou non' },
  serviceByName: { en: 'Service written as its code', fr: 'Service remplacé par son code' },
  deliveryServiceByName: {
    en: 'Delivery service written as its code',
    fr: 'Service de livraison remplacé par son code',
  },
  textUnwrapped: {
    en: 'Formula or apostrophe removed from the text',
    fr: 'Formule ou apostrophe retirée du texte',
  },
  accentsRestored: {
    en: 'Garbled accents restored',
    fr: 'Accents déformés rétablis',
  },
  placeholderCleared: {
    en: 'Placeholder read as an empty cell',
    fr: 'Valeur de remplissage lue comme une cellule vide',
  },
} as const satisfies Record<string, Translated>;
export type ImportCorrectionCode = keyof typeof importCorrections;

const CORRECTION_CODES = Object.keys(importCorrections) as [
  ImportCorrectionCode,
  ...ImportCorrectionCode[],
];

/** A cell that was not read as written. */
export const ImportCorrection = namedObject('ImportCorrection', {
  ...importRowPlace,
  column: ImportColumn,
  code: z.enum(CORRECTION_CODES),
  from: z.string().describe('The cell as it came; empty when it was filled in.'),
  to: z.string().describe('Value as read.'),
});
export type ImportCorrection = z.infer<typeof ImportCorrection>;
