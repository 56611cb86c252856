/** A submission and its Idempotency-Key. */
export interface Attempt {
  readonly key: string;
  readonly content: string;
}

/** Makes a random key of 32 hex digits. Unlike `randomUUID` it works without HTTPS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps the key while the content is the same, so that a retry creates nothing twice. */
export function attemptFor(body: object, before: Attempt | undefined): Attempt {
  const content = JSON.stringify(body);
  return before?.content === content ? before : { key: newKey(), content };
}
