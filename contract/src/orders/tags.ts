import { requiredText } from '../text.ts';

/** The longest tag, in characters. */
export const LONGEST_TAG = 60;

/** The most tags of an order. */
export const MOST_TAGS = 50;

/** A word that the merchant puts on orders to find them. */
export const Tag = requiredText(LONGEST_TAG);

/**
 * A tag that the profile offers. Filters list tags with commas between them, so it has none. Refuses
 * with `tagHasComma`.
 */
export const ProfileTag = Tag.regex(/^[^,]*$/, 'tagHasComma');
