/** The errors of calls of imports; part of the catalogue in errors.ts. */
export const importErrors = {
  import_not_found: {
    status: 404,
    title: { en: 'Import not found', fr: 'Importation introuvable' },
    detail: {
      en: 'There is no import {id}.',
      fr: 'Il n’y a pas d’importation {id}.',
    },
  },
  import_repeated: {
    status: 409,
    title: { en: 'Same content again', fr: 'Contenu déjà importé' },
    detail: {
      en: 'The same rows were already imported (import {id}). Send them with allowRepeat=true to create the orders again.',
      fr: 'Les mêmes lignes ont déjà été importées (importation {id}). Envoyez-les avec allowRepeat=true pour créer de nouveau les commandes.',
    },
  },
  import_finished: {
    status: 409,
    title: { en: 'Import finished', fr: 'Importation terminée' },
    detail: {
      en: 'This import has finished, so there is nothing to cancel. You can undo it instead.',
      fr: 'Cette importation est terminée\u00A0: il n’y a rien à annuler. Vous pouvez plutôt la défaire.',
    },
  },
  import_running: {
    status: 409,
    title: { en: 'Import still running', fr: 'Importation en cours' },
    detail: {
      en: 'This import is still running. Cancel it first, then undo it.',
      fr: 'Cette importation est encore en cours. Annulez-la d’abord, puis défaites-la.',
    },
  },
  import_picked_up: {
    status: 409,
    title: { en: 'Already picked up', fr: 'Déjà ramassée' },
    detail: {
      en: 'The carrier has already scanned or picked up an order of this import, so it cannot be undone as a whole. Delete its orders one by one instead.',
      fr: 'Le transporteur a déjà numérisé ou ramassé une commande de cette importation\u00A0: elle ne peut plus être défaite au complet. Supprimez plutôt ses commandes une à une.',
    },
  },
  import_unreadable: {
    status: 400,
    title: { en: 'File not readable', fr: 'Fichier illisible' },
    detail: {
      en: 'The file {file} cannot be imported: {reason}',
      fr: 'Le fichier {file} ne peut pas être importé\u00A0: {reason}',
    },
  },
} as const;
