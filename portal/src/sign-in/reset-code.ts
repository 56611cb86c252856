/** How many digits a reset code has. */
const CODE_LENGTH = 6;

/** The reset code in what was typed or pasted, such as "123 456"; at most as many digits as it has. */
export function readResetCode(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, CODE_LENGTH);
}

/** Tells a whole reset code from one that is still being typed. */
export const isResetCode = (code: string) => code.length === CODE_LENGTH;
