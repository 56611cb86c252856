import type { ErrorCode, Problem } from '@portage/contract/errors';

export type NoAnswer =
  | 'unreachable'
  | 'timed_out'
  | 'unavailable'
  | 'too_large'
  | 'refused'
  | 'unexpected_answer';

/** Status 0 means no answer. */
export interface ClientProblem extends Omit<Problem, 'code' | 'requestId'> {
  readonly code: ErrorCode | NoAnswer;
  readonly requestId?: string;
}

/** Its message can be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: ClientProblem;

  constructor(problem: ClientProblem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}
