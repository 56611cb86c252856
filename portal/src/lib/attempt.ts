/** A submission: what was sent under which Idempotency-Key. */
export interface Attempt {
  readonly key: string;
  readonly content: string;
}

/** A random key of 32 hexadecimal digits; unlike `randomUUID` also where the page is not served securely. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The attempt to send the body of a call: the one before when the content is the same, so that a retry
 * after a lost answer cannot create anything twice; a new one when anything changed.
 */
export function attemptFor(body: object, before: Attempt | undefined): Attempt {
  const content = JSON.stringify(body);
  return before?.content === content ? before : { key: newKey(), content };
}
