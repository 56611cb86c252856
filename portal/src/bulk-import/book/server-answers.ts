import type { ImportProblem } from '@portage/contract/import-problems';
import type { CsvCheckResult } from '@portage/contract/imports';
import type { ServerBatch } from './import-views.ts';

/** What the server said of one order. */
interface ServerAnswer {
  readonly problems: readonly ImportProblem[];
  readonly price?: CsvCheckResult['prices'][number];
}

/** What the server said of orders as they stand; a change takes its answer away. */
export class ServerAnswers {
  private readonly answers = new Map<number, ServerAnswer>();

  /** What the server said of an order; undefined when it was not asked yet. */
  of(row: number): ServerAnswer | undefined {
    return this.answers.get(row);
  }

  forget(row: number): void {
    this.answers.delete(row);
  }

  clear(): void {
    this.answers.clear();
  }

  /** Takes the answer to a batch, whose rows count from 1 within it. */
  take(
    batch: Pick<ServerBatch, 'detailsRows' | 'packagesRows'>,
    { problems, prices }: CsvCheckResult,
    orderOfPackage: (row: number) => number | undefined,
  ): void {
    const priceOf = new Map(prices.map((price) => [price.row, price]));
    const problemsOf = Map.groupBy(
      problems.flatMap(({ message: _message, ...problem }) => placed(problem, batch)),
      ({ file, row }) => (file === 'orderDetails' ? row : orderOfPackage(row)),
    );
    for (const [index, row] of batch.detailsRows.entries()) {
      const price = priceOf.get(index + 1);
      this.answers.set(row, { problems: problemsOf.get(row) ?? [], ...(price && { price }) });
    }
  }
}

/** A problem at its row in the whole file. */
function placed(
  problem: ImportProblem,
  { detailsRows, packagesRows }: Pick<ServerBatch, 'detailsRows' | 'packagesRows'>,
): ImportProblem[] {
  const rows = problem.file === 'orderDetails' ? detailsRows : packagesRows;
  const row = rows[problem.row - 1];
  return row === undefined ? [] : [{ ...problem, row }];
}
