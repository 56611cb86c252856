import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** As the log has them. */
type WorkNames = { reqId: string } | { job: string; jobId: string };

interface Work {
  names: WorkNames;
  span: Span | undefined;
}

const underWay = new AsyncLocalStorage<Work>();

/** Adds names to the log, and joins queries and requests to the span. */
export const asWork = <Result>(names: WorkNames, span: Span | undefined, run: () => Result) =>
  underWay.run({ names, span }, run);

/** Names the call or job under way; empty outside both. */
export function workNames(): Partial<WorkNames & { traceId: string }> {
  const work = underWay.getStore();
  return { ...work?.names, ...(work?.span && { traceId: work.span.traceId }) };
}

/** `run` may describe the span further. */
export async function asPart<Result>(
  describe: () => { name: string } & Record<string, string>,
  run: (part?: Span) => Promise<Result>,
): Promise<Result> {
  const parent = underWay.getStore()?.span;
  if (!parent) return run();
  const { name, ...attributes } = describe();
  const part = newSpan(name, spanKinds.client, parent);
  try {
    const result = await run(part);
    endSpan(part, false, attributes);
    return result;
  } catch (error) {
    endSpan(part, true, attributes);
    throw error;
  }
}

export function traceHeaders(): TraceHeaders {
  const span = underWay.getStore()?.span;
  return span ? headersOf(span) : {};
}

/** As OTLP numbers them. */
export const spanKinds = { server: 2, client: 3, consumer: 5 } as const;
type SpanKind = (typeof spanKinds)[keyof typeof spanKinds];

/** W3C Trace Context. */
export type TraceHeaders = { traceparent?: string; tracestate?: string };

interface SpanParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
  state: string | undefined;
}

export interface Span extends SpanParent {
  parentId: string | undefined;
  name: string;
  kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  began: number;
  ended: number;
  attributes: Record<string, string | number>;
  isError: boolean;
}

interface Sampling {
  /** 0 to 1, of traces that begin here. */
  ratio: number;
  keep: (span: Span) => void;
}

let sampling: Sampling | undefined;

/** Returns a function that ends it. */
export function keepSpans(chosen: Sampling): () => void {
  sampling = chosen;
  return () => {
    sampling = undefined;
  };
}

const hexOf = (bytes: number) => randomBytes(bytes).toString('hex');
const now = () => performance.timeOrigin + performance.now();

/** Undefined without tracing. */
export function newSpan(name: string, kind: SpanKind, parent?: SpanParent): Span | undefined {
  if (!sampling) return undefined;
  return {
    traceId: parent?.traceId ?? hexOf(16),
    spanId: hexOf(8),
    parentId: parent?.spanId,
    isSampled: parent?.isSampled ?? Math.random() < sampling.ratio,
    state: parent?.state,
    name,
    kind,
    began: now(),
    ended: 0,
    attributes: {},
    isError: false,
  };
}

/** Keeps it if its trace is sampled. */
export function endSpan(
  span: Span | undefined,
  isError: boolean,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
): void {
  if (!span?.isSampled) return;
  span.ended = now();
  span.isError = isError;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) span.attributes[name] = value;
  }
  sampling?.keep(span);
}

/** Later versions may append fields. */
const TRACEPARENT =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Printable ASCII, of the length that others must pass on. */
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** Undefined for missing or malformed headers. */
export function parentOf({
  traceparent,
  tracestate,
}: Readonly<Record<string, unknown>>): SpanParent | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, version, traceId, spanId, flags = '', more] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  const isState = typeof tracestate === 'string' && TRACESTATE.test(tracestate);
  return { traceId, spanId, isSampled, state: isState ? tracestate : undefined };
}

export function headersOf({ traceId, spanId, isSampled, state }: SpanParent): TraceHeaders {
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return { traceparent, ...(state !== undefined && { tracestate: state }) };
}
