import type { Logger } from 'pino';
import { MINUTE, SECOND } from '@portage/contract/time';
import type { Span } from './spans.ts';

export interface TraceSettings {
  /** Such as `http://collector:4318` (OTLP). */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** 0 to 1, of traces that begin here. */
  ratio: number;
}

/** Spans of one request. */
const BATCH = 512;
const MOST_KEPT = 4_096;

const INTERVAL = 5 * SECOND;
const TIMEOUT = 5 * SECOND;

/** Retried (OTLP 1.9, failures). */
const RETRIED: readonly number[] = [429, 502, 503, 504];

const nanosOf = (millis: number) => `${Math.round(millis * 1000)}000`;

const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

/** Ids in hexadecimal, 64-bit numbers as text. */
const encode = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  ...(span.state !== undefined && { traceState: span.state }),
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: nanosOf(span.began),
  endTimeUnixNano: nanosOf(span.ended),
  attributes: attributesOf(span.attributes),
  status: span.isError ? { code: 2 } : {},
});

/** OTLP over HTTP, in batches. Buffers while the receiver is down; logs drops once a minute. */
export function openSpanExporter(
  { endpoint, headers, serviceName }: TraceSettings,
  { version, log }: { version: string; log: Logger },
): { keep: (span: Span) => void; stop(): Promise<void> } {
  const address = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const resource = {
    attributes: attributesOf({ 'service.name': serviceName, 'service.version': version }),
  };
  let kept: Span[] = [];
  let dropped = 0;
  let nextLine = 0;
  let sending: Promise<void> | undefined;

  function complain(reason: string): void {
    if (performance.now() < nextLine) return;
    nextLine = performance.now() + MINUTE;
    log.warn({ reason, dropped }, 'traces could not be sent');
    dropped = 0;
  }

  /** False to be retried with the same batch. */
  async function send(batch: Span[]): Promise<boolean> {
    const spans = batch.map(encode);
    const scopeSpans = [{ scope: { name: 'portage', version }, spans }];
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      await answer.body?.cancel();
      if (answer.ok) return true;
      complain(`status ${answer.status}`);
      if (RETRIED.includes(answer.status)) return false;
      dropped += batch.length;
      return true;
    } catch (error) {
      complain(error instanceof Error ? error.name : 'unknown');
      return false;
    }
  }

  async function sendAll(): Promise<void> {
    while (kept.length > 0) {
      const batch = kept.slice(0, BATCH);
      if (!(await send(batch))) return;
      kept = kept.slice(batch.length);
    }
  }

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  const timer = setInterval(() => void flush(), INTERVAL).unref();
  return {
    keep(span) {
      if (kept.length >= MOST_KEPT) dropped += 1;
      else kept.push(span);
      if (kept.length === BATCH) void flush();
    },
    async stop() {
      clearInterval(timer);
      await sending;
      await flush();
    },
  };
}
