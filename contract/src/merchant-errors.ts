/** The errors about the merchant's profile. Part of the catalogue in errors.ts. */
export const merchantErrors = {
  already_in_profile: {
    status: 409,
    title: { en: 'Already there', fr: 'Déjà présent' },
    detail: {
      en: 'Your profile already has {what}.',
      fr: 'Votre profil contient déjà {what}.',
    },
  },
  not_in_profile: {
    status: 404,
    title: { en: 'Not there', fr: 'Absent' },
    detail: {
      en: 'Your profile does not have {what}. Someone may have removed it already.',
      fr: 'Votre profil ne contient pas {what}. Quelqu’un l’a peut-être déjà retiré.',
    },
  },
  logo_unusable: {
    status: 422,
    title: { en: 'Logo cannot be used', fr: 'Logo inutilisable' },
    detail: {
      en: 'The picture at this address cannot be used. {reason}',
      fr: 'L’image à cette adresse ne peut pas être utilisée. {reason}',
    },
  },
  profile_full: {
    status: 409,
    title: { en: 'Limit reached', fr: 'Limite atteinte' },
    detail: {
      en: 'Your profile can have at most {limit} {what}. Remove some first.',
      fr: 'Votre profil peut contenir au plus {limit} {what}. Retirez-en d’abord.',
    },
  },
} as const;
