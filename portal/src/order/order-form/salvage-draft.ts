import { type OrderDraft, OrderDraft as OrderDraftSchema, blankPackage } from './order-draft.ts';

/** A draft read from what another version of the portal may have kept. */
interface Salvaged {
  readonly draft: OrderDraft;
  /** The parts that this version could not take over, in whole or in part. */
  readonly leftOut: readonly string[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The element type of each list. */
const ELEMENTS: Readonly<Record<string, () => unknown>> = {
  packages: () => blankPackage(),
  customFields: () => ({ name: '', value: '' }),
};

/** Merges stored values over the defaults; `onMisfit` is called for other shapes. */
function merge(defaults: unknown, kept: unknown, onMisfit: () => void): unknown {
  if (kept === undefined) return defaults;
  if (isRecord(defaults) && isRecord(kept)) {
    if (Object.keys(kept).some((key) => !Object.hasOwn(defaults, key))) onMisfit();
    return Object.fromEntries(
      Object.entries(defaults).map(([key, value]) => [
        key,
        merge(value, Object.hasOwn(kept, key) ? kept[key] : undefined, onMisfit),
      ]),
    );
  }
  if (isRecord(defaults) !== isRecord(kept) || typeof defaults !== typeof kept) {
    onMisfit();
    return defaults;
  }
  return kept;
}

function mergePart(part: string, defaults: unknown, kept: unknown, onMisfit: () => void): unknown {
  const element = ELEMENTS[part];
  if (element && Array.isArray(kept)) return kept.map((one) => merge(element(), one, onMisfit));
  // Service and window begin as null; the schema tells whether what was kept is one.
  return defaults === null ? (kept ?? null) : merge(defaults, kept, onMisfit);
}

/**
 * Reads a draft stored by any version of the portal. Missing parts are blank, unreadable ones are
 * named. Never throws.
 */
export function salvageDraft(kept: unknown, blank: OrderDraft): Salvaged {
  const leftOut = new Set<string>();
  if (!isRecord(kept)) return { draft: blank, leftOut: ['draft'] };
  for (const part of Object.keys(kept)) if (!Object.hasOwn(blank, part)) leftOut.add(part);

  const merged = Object.entries(blank).map(([part, defaults]): [string, unknown] => {
    const schema = OrderDraftSchema.shape[part as keyof OrderDraft];
    const onMisfit = () => leftOut.add(part);
    const value = mergePart(part, defaults, kept[part], onMisfit);
    if (schema.safeParse(value).success) return [part, value];
    onMisfit();
    return [part, defaults];
  });
  return { draft: OrderDraftSchema.parse(Object.fromEntries(merged)), leftOut: [...leftOut] };
}
