import { z } from 'zod';

/** Where the device keeps the value (spec 1 §9). */
const STORAGE_KEY = 'flag';

/** The flag as it was last heard. It says whose it is: the next merchant on the device must not get it. */
const KnownFlag = z.object({ merchantId: z.string(), enabled: z.boolean() });
type KnownFlag = z.infer<typeof KnownFlag>;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Keeps what the server said of the flag. */
export function rememberFlag(storage: Storage, known: KnownFlag): void {
  storage.setItem(STORAGE_KEY, JSON.stringify(known));
}

/** Whether the flag was on for a merchant when the server last said so; off when it never did. */
export function readFlag(storage: Storage, merchantId: string): boolean {
  const known = parsed(storage.getItem(STORAGE_KEY));
  return known?.merchantId === merchantId && known.enabled;
}

function parsed(text: string | null): KnownFlag | undefined {
  try {
    return KnownFlag.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}
