import { AsyncLocalStorage } from 'node:async_hooks';
import { endSpan, headersOf, newSpan, type Span, spanKinds, type TraceHeaders } from './spans.ts';

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

/** Names the call or job under way; empty outside of both. */
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
