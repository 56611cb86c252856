import { ApiError } from '../api-error.ts';

/** The code of a password reset is not the one that was sent; `left` attempts remain, where that is known. */
export function resetCodeWrong(left?: number): ApiError {
  const hint =
    left === undefined
      ? {
          en: 'Use the one from the newest e-mail, or ask for a new one.',
          fr: 'Utilisez celui du courriel le plus récent, ou demandez-en un nouveau.',
        }
      : { en: `Attempts left: ${left}.`, fr: `Essais restants\u00A0: ${left}.` };
  return new ApiError('reset_code_wrong', { hint });
}
