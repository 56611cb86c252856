import { AsyncLocalStorage } from 'node:async_hooks';
import { endSpan, headersOf, newSpan, type Span, spanKinds, type TraceHeaders } from './spans.ts';

/** Names a call or a job, as the log has them. */
type WorkNames = { reqId: string } | { job: string; jobId: string };

interface Work {
  names: WorkNames;
  span: Span | undefined;
}

const underWay = new AsyncLocalStorage<Work>();

/** Does work; what it logs carries its names, and its queries and requests join its span. */
export const asWork = <Result>(names: WorkNames, span: Span | undefined, run: () => Result) =>
  underWay.run({ names, span }, run);

/** Names the call or job under way; empty outside of both. */
export function workNames(): Partial<WorkNames & { traceId: string }> {
  const work = underWay.getStore();
  return { ...work?.names, ...(work?.span && { traceId: work.span.traceId }) };
}

/** Runs a part of the work under way as a span of its own, which `run` may describe further. */
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

/** Returns the headers that continue the trace of the work under way elsewhere. */
export function traceHeaders(): TraceHeaders {
  const span = underWay.getStore()?.span;
  return span ? headersOf(span) : {};
}
