import type { NewLocation } from '@portage/contract/addresses/address';
import { REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import { PROFILE_LIMITS } from '@portage/contract/merchants/merchant-changes';
import type { ApiRequestMapping, MerchantDisplayLogo } from '@portage/contract/merchants/merchants';
import { foldForSearch } from '@portage/contract/text';
import { ApiError } from '../api-error.ts';
import type { MerchantRule } from './change-merchant.ts';

const inBoth = (write: (locale: Locale) => string): Translated => ({
  en: write('en'),
  fr: write('fr'),
});

export const alreadyThere = (what: Translated) => new ApiError('already_in_profile', { what });

export const notThere = (what: Translated) => new ApiError('not_in_profile', { what });

const LISTS = {
  orderTags: { en: 'tags', fr: 'balises' },
  exceptions: { en: 'exceptions', fr: 'exceptions' },
  merchantDisplayLogoUrls: { en: 'sub-brands', fr: 'sous-marques' },
  additionalLocations: { en: 'additional locations', fr: 'autres lieux' },
} as const;

/** Throws `profile_full` for a longer list. */
export function limitList(list: keyof typeof LISTS, length: number): void {
  const limit = PROFILE_LIMITS[list];
  if (length > limit) throw new ApiError('profile_full', { limit, what: LISTS[list] });
}

const isSame = (one: string, other: string) => foldForSearch(one) === foldForSearch(other);

/** `the tag “gift”`, or `the tags “gift” and “fragile”`. */
function tagsInWords(tags: readonly string[]): Translated {
  return inBoth((locale) => {
    const quoted = tags.map((tag) => (locale === 'en' ? `“${tag}”` : `«\u00A0${tag}\u00A0»`));
    const list = new Intl.ListFormat(REGIONAL_LOCALE[locale]).format(quoted);
    const isOne = tags.length === 1;
    if (locale === 'en') return `the ${isOne ? 'tag' : 'tags'} ${list}`;
    return `${isOne ? 'la balise' : 'les balises'} ${list}`;
  });
}

/** Adds all or, when some exist, none. */
export const addTags =
  (tags: readonly string[]): MerchantRule =>
  (merchant) => {
    const known = new Set(merchant.orderTags.map(foldForSearch));
    const there = tags.filter((tag) => known.has(foldForSearch(tag)));
    if (there.length > 0) throw alreadyThere(tagsInWords(there));
    const orderTags = [...merchant.orderTags, ...tags];
    limitList('orderTags', orderTags.length);
    return { ...merchant, orderTags };
  };

/** Removes all or, when some are missing, none. Orders keep theirs. */
export const removeTags =
  (tags: readonly string[]): MerchantRule =>
  (merchant) => {
    const missing = tags.filter((tag) => !merchant.orderTags.includes(tag));
    if (missing.length > 0) throw notThere(tagsInWords(missing));
    return { ...merchant, orderTags: merchant.orderTags.filter((tag) => !tags.includes(tag)) };
  };

type SingleField = 'email' | 'logoUrl' | 'minimumAge';

const fieldNames: Readonly<Record<SingleField, { the: Translated; a: Translated }>> = {
  email: {
    the: { en: 'the e-mail address', fr: 'l’adresse courriel' },
    a: { en: 'an e-mail address', fr: 'd’adresse courriel' },
  },
  logoUrl: {
    the: { en: 'the logo', fr: 'le logo' },
    a: { en: 'a logo', fr: 'de logo' },
  },
  minimumAge: {
    the: { en: 'the minimum age', fr: 'l’âge minimal' },
    a: { en: 'a minimum age', fr: 'd’âge minimal' },
  },
};

export const setField =
  (field: SingleField, value: string | number): MerchantRule =>
  (merchant) => {
    if (merchant[field] === value) {
      const { the } = fieldNames[field];
      throw alreadyThere(inBoth((locale) => `${the[locale]} ${value}`));
    }
    return { ...merchant, [field]: value };
  };

export const clearField =
  (field: SingleField): MerchantRule =>
  (merchant) => {
    if (merchant[field] === undefined) throw notThere(fieldNames[field].a);
    const { [field]: _removed, ...others } = merchant;
    return others;
  };

const mappingInWords = ({ from, to }: ApiRequestMapping): Translated => ({
  en: `the mapping from ${from} to ${to}`,
  fr: `la correspondance de ${from} vers ${to}`,
});

export const addMapping =
  (mapping: ApiRequestMapping): MerchantRule =>
  (merchant) => {
    const { apiRequestMappings } = merchant;
    // Spec 2 §5.
    if (apiRequestMappings.length > 0) throw alreadyThere(mappingInWords(mapping));
    return { ...merchant, apiRequestMappings: [...apiRequestMappings, mapping] };
  };

export const removeMapping =
  (mapping: ApiRequestMapping): MerchantRule =>
  (merchant) => {
    if (merchant.apiRequestMappings.length === 0) throw notThere(mappingInWords(mapping));
    return { ...merchant, apiRequestMappings: [] };
  };

const brandInWords = ({ name }: MerchantDisplayLogo): Translated => ({
  en: `the sub-brand “${name}”`,
  fr: `la sous-marque «\u00A0${name}\u00A0»`,
});

/** Names are unique, folded. */
export const addBrand =
  (brand: MerchantDisplayLogo): MerchantRule =>
  (merchant) => {
    const brands = merchant.merchantDisplayLogoUrls;
    const there = brands.find(({ name }) => isSame(name, brand.name));
    if (there) throw alreadyThere(brandInWords(there));
    limitList('merchantDisplayLogoUrls', brands.length + 1);
    return { ...merchant, merchantDisplayLogoUrls: [...brands, brand] };
  };

/** Matches name and logo, so that a replaced one stays. */
export const removeBrand =
  (brand: MerchantDisplayLogo): MerchantRule =>
  (merchant) => {
    const brands = merchant.merchantDisplayLogoUrls;
    const left = brands.filter((one) => one.name !== brand.name || one.logoUrl !== brand.logoUrl);
    if (left.length === brands.length) throw notThere(brandInWords(brand));
    return { ...merchant, merchantDisplayLogoUrls: left };
  };

/** Ignores spelling. */
const locationKey = ({ street, unit = '', postalCode, country }: NewLocation): string =>
  [street, unit, postalCode, country].map(foldForSearch).join('\n');

const locationInWords = ({ street, unit, city }: NewLocation): Translated => {
  const place = [street, unit, city].filter(Boolean).join(', ');
  return { en: `the location ${place}`, fr: `le lieu ${place}` };
};

/** Throws `already_in_profile` where the main or another location is the same. */
export const addLocation =
  (location: NewLocation): MerchantRule =>
  (merchant) => {
    const { merchantLocation, additionalLocations } = merchant;
    const key = locationKey(location);
    if ([merchantLocation, ...additionalLocations].some((one) => locationKey(one) === key)) {
      throw alreadyThere(locationInWords(location));
    }
    limitList('additionalLocations', additionalLocations.length + 1);
    return { ...merchant, additionalLocations: [...additionalLocations, location] };
  };

/** The main location stays. */
export const removeLocation =
  (location: NewLocation): MerchantRule =>
  (merchant) => {
    const key = locationKey(location);
    const left = merchant.additionalLocations.filter((one) => locationKey(one) !== key);
    if (left.length === merchant.additionalLocations.length) {
      throw notThere(locationInWords(location));
    }
    return { ...merchant, additionalLocations: left };
  };

/** Keeps the first confirmation. */
export const confirmLocation: MerchantRule = (merchant, now) => ({
  ...merchant,
  locationCheckedAt: merchant.locationCheckedAt ?? now,
});
