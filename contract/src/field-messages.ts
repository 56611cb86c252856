import type { Translated } from './locale.ts';

/** Texts of the message keys that schemas name. */
export const fieldMessages = {
  required: { en: 'Required', fr: 'Obligatoire' },
  phoneInvalid: {
    en: 'Phone Number is invalid',
    fr: 'Le numéro de téléphone n’est pas valide',
  },
  phoneWithExtension: {
    en: 'This field cannot keep an extension. Put it in the notes.',
    fr: 'Ce champ ne peut pas conserver de poste. Inscrivez-le dans les notes.',
  },
  emailInvalid: {
    en: 'This e-mail address is not valid. It should look like name@example.com.',
    fr: 'Cette adresse courriel n’est pas valide. Elle devrait ressembler à nom@exemple.com.',
  },
  postalCodeInvalid: {
    en: 'This postal code is not valid. Canadian codes look like A1A 1A1, US ZIP codes like 12345.',
    fr: 'Ce code postal n’est pas valide. Un code canadien a la forme A1A 1A1, un code ZIP américain la forme 12345.',
  },
  provinceInvalid: {
    en: 'Use the two-letter code of the province or state, such as ON or NY.',
    fr: 'Utilisez le code à deux lettres de la province ou de l’État, par exemple QC ou NY.',
  },
  appCodeInvalid: {
    en: 'Enter the 6 digits that the app shows.',
    fr: 'Entrez les 6 chiffres affichés par l’application.',
  },
  recoveryCodeInvalid: {
    en: 'A recovery code looks like ABCD-EFGH-2345.',
    fr: 'Un code de récupération a la forme ABCD-EFGH-2345.',
  },
  timeOfDayInvalid: {
    en: 'A time of day looks like 09:30.',
    fr: 'Une heure a la forme 09:30.',
  },
  measureInvalid: {
    en: 'Enter a number from 0 to 100,000, such as 1234 or 1.5.',
    fr: 'Entrez un nombre de 0 à 100\u00A0000, par exemple 1234 ou 1,5.',
  },
  packageCountInvalid: {
    en: 'Enter a whole number from 1 to 99.',
    fr: 'Entrez un nombre entier de 1 à 99.',
  },
  tagRequired: {
    en: 'At least one tag is needed.',
    fr: 'Il faut au moins une balise.',
  },
  tagHasComma: {
    en: 'A tag cannot contain a comma. Enter one tag at a time.',
    fr: 'Une balise ne peut pas contenir de virgule. Entrez une balise à la fois.',
  },
  imageUrlInvalid: {
    en: 'Enter a web address that starts with https:// and ends in jpg, gif or png.',
    fr: 'Entrez une adresse Web qui commence par https:// et se termine par jpg, gif ou png.',
  },
  imageHostPrivate: {
    en: 'This address is on a private network. Enter a public web address.',
    fr: 'Cette adresse est celle d’un réseau privé. Entrez une adresse Web publique.',
  },
  mappingInvalid: {
    en: 'The only mapping is from ORIGIN_UNIT to MERCHANT_DISPLAY_NAME.',
    fr: 'La seule correspondance possible va de ORIGIN_UNIT à MERCHANT_DISPLAY_NAME.',
  },
  exceptionInPast: {
    en: 'This day is over. Choose today or a later day.',
    fr: 'Cette journée est passée. Choisissez aujourd’hui ou une date ultérieure.',
  },
  tagsTooMany: {
    en: 'At most 50 tags.',
    fr: 'Au plus 50 balises.',
  },
  customFieldsTooMany: {
    en: 'At most 3 custom fields.',
    fr: 'Au plus 3 champs personnalisés.',
  },
  orderItemsTooLong: {
    en: 'The items hold more than 120 kB of text. Shorten their names or links, or split the order.',
    fr: 'Les articles contiennent plus de 120\u00A0ko de texte. Abrégez leurs noms ou leurs liens, ou divisez la commande.',
  },
  deliveryServiceFixed: {
    en: 'The delivery service cannot be changed with your account.',
    fr: 'Votre compte ne permet pas de changer le service de livraison.',
  },
  serviceFixed: {
    en: 'The service can be changed only while the order needs attention.',
    fr: 'Le service ne peut être changé que dans une commande à corriger.',
  },
  deliveryServiceNotOffered: {
    en: 'This delivery service is not offered for this order.',
    fr: 'Ce service de livraison n’est pas offert pour cette commande.',
  },
  unknownField: {
    en: 'This field does not exist.',
    fr: 'Ce champ n’existe pas.',
  },
  valueInvalid: {
    en: 'This value is not valid.',
    fr: 'Cette valeur n’est pas valide.',
  },
  textExpected: {
    en: 'Enter text.',
    fr: 'Entrez un texte.',
  },
  numberExpected: {
    en: 'Enter a number.',
    fr: 'Entrez un nombre.',
  },
  wholeNumberExpected: {
    en: 'Enter a whole number.',
    fr: 'Entrez un nombre entier.',
  },
  booleanExpected: {
    en: 'Enter true or false.',
    fr: 'Entrez true ou false.',
  },
  listExpected: {
    en: 'This must be a list.',
    fr: 'Il faut une liste.',
  },
  objectExpected: {
    en: 'This must be an object with fields.',
    fr: 'Il faut un objet avec des champs.',
  },
  choiceInvalid: {
    en: 'Choose one of these: {values}.',
    fr: 'Choisissez parmi\u00A0: {values}.',
  },
  idInvalid: {
    en: 'This is not a valid ID.',
    fr: 'Cet identifiant n’est pas valide.',
  },
  webAddressInvalid: {
    en: 'This web address is not valid.',
    fr: 'Cette adresse Web n’est pas valide.',
  },
  dateInvalid: {
    en: 'A date looks like 2026-11-23.',
    fr: 'Une date a la forme 2026-11-23.',
  },
  formatInvalid: {
    en: 'This does not have the expected format.',
    fr: 'Le format n’est pas celui attendu.',
  },
  numberTooLarge: {
    en: 'At most {limit}.',
    fr: 'Au plus {limit}.',
  },
  numberTooSmall: {
    en: 'At least {limit}.',
    fr: 'Au moins {limit}.',
  },
  numberNotBelow: {
    en: 'Less than {limit}.',
    fr: 'Moins de {limit}.',
  },
  numberNotAbove: {
    en: 'More than {limit}.',
    fr: 'Plus de {limit}.',
  },
  listTooLong: {
    en: 'At most {limit} entries.',
    fr: 'Au plus {limit} entrées.',
  },
  listTooShort: {
    en: 'Too few entries. The minimum is {limit}.',
    fr: 'Trop peu d’entrées. Le minimum est de {limit}.',
  },
  textTooShort: {
    en: 'At least {limit} characters.',
    fr: 'Au moins {limit} caractères.',
  },
  textTooLong: {
    en: 'At most {limit} characters.',
    fr: 'Au plus {limit} caractères.',
  },
  minimumAgeInvalid: {
    en: 'Enter a whole number from 16 to 99.',
    fr: 'Entrez un nombre entier de 16 à 99.',
  },
  windowOrder: {
    en: 'The window must end after it starts.',
    fr: 'La plage doit se terminer après son début.',
  },
  windowRequired: {
    en: 'Choose a delivery window: this service delivers within one.',
    fr: 'Choisissez une plage de livraison\u00A0: ce service livre à l’intérieur d’une plage.',
  },
  windowNotTaken: {
    en: 'This service does not use a delivery window.',
    fr: 'Ce service n’utilise pas de plage de livraison.',
  },
  packageCountMismatch: {
    en: 'The number of packages differs from the packages described.',
    fr: 'Le nombre de colis ne correspond pas aux colis décrits.',
  },
  passwordRuleUnmet: {
    en: 'The password does not meet all requirements.',
    fr: 'Le mot de passe ne respecte pas toutes les exigences.',
  },
  passwordCommon: {
    en: 'This is one of the 10,000 most used passwords. Choose another.',
    fr: 'C’est l’un des 10 000 mots de passe les plus utilisés. Choisissez-en un autre.',
  },
  passwordAroundCommon: {
    en: 'This is only one of the 10,000 most used passwords with a few digits or symbols around it. Choose another.',
    fr: 'Ce n’est que l’un des 10 000 mots de passe les plus utilisés, avec quelques chiffres ou symboles autour. Choisissez-en un autre.',
  },
  passwordAroundContext: {
    en: 'This is only the name of this product, or a word such as “delivery”, with a few digits or symbols around it. Choose another.',
    fr: 'Ce n’est que le nom de ce produit, ou un mot comme « livraison », avec quelques chiffres ou symboles autour. Choisissez-en un autre.',
  },
  passwordUnchanged: {
    en: 'This is your current password. Choose another.',
    fr: 'C’est votre mot de passe actuel. Choisissez-en un autre.',
  },
  passwordTemporary: {
    en: 'This is your temporary password. Choose another.',
    fr: 'C’est votre mot de passe temporaire. Choisissez-en un autre.',
  },
  resetCodeInvalid: {
    en: 'The code has 6 digits.',
    fr: 'Le code compte 6 chiffres.',
  },
  shipstationKeyShort: {
    en: 'Use at least 16 characters.',
    fr: 'Utilisez au moins 16 caractères.',
  },
  shipstationKeyUnusable: {
    en: 'This key cannot be used. Generate another one.',
    fr: 'Cette clé ne peut pas être utilisée. Générez-en une autre.',
  },
  usernameNotEmail: {
    en: 'The username must be the e-mail address.',
    fr: 'Le nom d’utilisateur doit être l’adresse courriel.',
  },
  timestampInvalid: {
    en: 'A timestamp is a whole number of milliseconds since 1970.',
    fr: 'Un horodatage est un nombre entier de millisecondes depuis 1970.',
  },
  rangeOrder: {
    en: 'The range ends before it begins.',
    fr: 'La période se termine avant de commencer.',
  },
  dayRangeInvalid: {
    en: 'Name a range, such as thisWeek, or two days: 2026-11-01..2026-11-20.',
    fr: 'Nommez une période, par exemple thisWeek, ou deux jours\u00A0: 2026-11-01..2026-11-20.',
  },
  packingSlipFormat: {
    en: 'Packing slips are printed as zpl or pdf; pdf_letter is for labels.',
    fr: 'Les bordereaux s’impriment en zpl ou en pdf; pdf_letter est pour les étiquettes.',
  },
  mergeWithItself: {
    en: 'A saved recipient cannot be merged with itself.',
    fr: 'Un destinataire enregistré ne peut pas être fusionné avec lui-même.',
  },
  cursorIncomplete: {
    en: 'startAt and createdAt belong together: send both, or neither.',
    fr: 'startAt et createdAt vont ensemble\u00A0: envoyez les deux, ou aucun.',
  },
} as const satisfies Record<string, Translated>;

export type FieldMessageKey = keyof typeof fieldMessages;

/** False for a sentence of zod's own. */
export function isFieldMessageKey(message: string): message is FieldMessageKey {
  return Object.hasOwn(fieldMessages, message);
}
