import { z } from 'zod';
import { ImportColumn } from './import-columns.ts';
import { importRowPlace } from './import-problems.ts';
import type { Translated } from '../locale.ts';

/** What was corrected in a cell. */
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
    en: 'Text taken out of a formula or an apostrophe',
    fr: 'Texte extrait d’une formule ou d’une apostrophe',
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

/** A cell that was read as something else than it says. */
export const ImportCorrection = z
  .object({
    ...importRowPlace,
    column: ImportColumn,
    code: z.enum(CORRECTION_CODES),
    from: z.string().describe('The cell as it came; empty when it was filled in.'),
    to: z.string().describe('What it was read as.'),
  })
  .meta({ id: 'ImportCorrection' });
export type ImportCorrection = z.infer<typeof ImportCorrection>;
