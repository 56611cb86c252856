export interface Attempt {
  readonly key: string;
  readonly content: string;
}

/** 32 random hex digits. Unlike `randomUUID` it works without HTTPS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps the key of equal content, so that a retry creates nothing twice. */
export function attemptFor(body: object, before: Attempt | undefined): Attempt {
  const content = JSON.stringify(body);
  return before?.content === content ? before : { key: newKey(), content };
}
