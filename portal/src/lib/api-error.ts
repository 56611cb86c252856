import type { ErrorCode, Problem } from '@portage/contract/errors';

/** What kept a call from being answered at all. */
export type NoAnswer = 'unreachable' | 'timed_out' | 'unexpected_answer';

/** An error of the server, or one the portal makes up when the server could not be asked (status 0). */
export interface ClientProblem extends Omit<Problem, 'code' | 'requestId'> {
  readonly code: ErrorCode | NoAnswer;
  readonly requestId?: string;
}

/** A call that failed. Its message is the problem's detail: fit to be shown as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: ClientProblem;

  constructor(problem: ClientProblem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}
