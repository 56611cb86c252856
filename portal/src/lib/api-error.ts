import type { ErrorCode, Problem } from '@portage/contract/errors';

/** Reasons for a call without a response. */
export type NoAnswer = 'unreachable' | 'timed_out' | 'unexpected_answer';

/** An error of the server, or the portal's own when there was no answer (status 0). */
export interface ClientProblem extends Omit<Problem, 'code' | 'requestId'> {
  readonly code: ErrorCode | NoAnswer;
  readonly requestId?: string;
}

/** A failed call. Its message can be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: ClientProblem;

  constructor(problem: ClientProblem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}
