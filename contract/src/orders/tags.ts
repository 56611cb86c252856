import { requiredText } from '../text.ts';

export const LONGEST_TAG = 60;

export const MOST_TAGS = 50;

export const Tag = requiredText(LONGEST_TAG);

/** Has no comma, which separates tags in filters. Refuses with `tagHasComma`. */
export const ProfileTag = Tag.regex(/^[^,]*$/, 'tagHasComma');
