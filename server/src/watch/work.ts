import { AsyncLocalStorage } from 'node:async_hooks';

/** The call or job under way, as the log names it. */
export type Work = { reqId: string } | { job: string; jobId: string };

const underWay = new AsyncLocalStorage<Work>();

/** Does work; what it logs carries its names. */
export const asWork = <Result>(work: Work, run: () => Result): Result => underWay.run(work, run);

/** Names the call or job under way; empty outside of both. */
export const currentWork = (): Partial<Work> => underWay.getStore() ?? {};
