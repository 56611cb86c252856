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
  preset_not_found: {
    status: 404,
    title: { en: 'Preset not found', fr: 'Format introuvable' },
    detail: {
      en: 'This preset no longer exists. Someone may have deleted it.',
      fr: 'Ce format enregistré n’existe plus. Quelqu’un l’a peut-être supprimé.',
    },
  },
  preset_name_taken: {
    status: 409,
    title: { en: 'Name taken', fr: 'Nom déjà utilisé' },
    detail: {
      en: 'A preset is already named “{name}”. Choose another name.',
      fr: 'Un format enregistré porte déjà le nom «\u00A0{name}\u00A0». Choisissez un autre nom.',
    },
  },
  too_many_presets: {
    status: 409,
    title: { en: 'Too many presets', fr: 'Trop de formats' },
    detail: {
      en: 'You have {limit} presets, which is the most. Delete one first.',
      fr: 'Vous avez {limit} formats enregistrés, soit le maximum. Supprimez-en un d’abord.',
    },
  },
} as const;
