import { type ImportProblem, isWarning } from '@portage/contract/import-problems';
import type { CheckedRows } from './checked-rows.ts';
import type { ImportSummary } from './import-views.ts';
import type { ServerAnswers } from './server-answers.ts';

interface Counted {
  readonly checked: CheckedRows;
  readonly answers: ServerAnswers;
  /** Every problem of an order, the server's too. */
  readonly problemsOf: (row: number) => readonly ImportProblem[];
  readonly packageRows: number;
  readonly canUndo: boolean;
}

/** Counts what an import comes to. */
export function summarise(counted: Counted): ImportSummary {
  const { orders, strayPackages } = counted.checked;
  const corrections: Record<string, number> = {};
  const prices: Record<string, number> = {};
  const withProblems = {
    orderDetails: new Set<number>(),
    orderPackages: new Set(strayPackages.keys()),
  };
  const withWarnings = { orderDetails: new Set<number>(), orderPackages: new Set<number>() };
  let [ready, packages, unchecked] = [0, 0, 0];
  for (const { row, order, corrections: made } of orders) {
    const found = counted.problemsOf(row);
    for (const problem of found) {
      const rows = isWarning(problem) ? withWarnings : withProblems;
      rows[problem.file].add(problem.row);
    }
    for (const { code } of made) corrections[code] = (corrections[code] ?? 0) + 1;
    if (!order || !found.every(isWarning)) continue;
    ready += 1;
    packages += order.packages?.length ?? order.packageCount ?? 1;
    const answer = counted.answers.of(row);
    if (!answer) unchecked += 1;
    const { price, currency } = answer?.price ?? {};
    if (price !== undefined && currency) {
      prices[currency] = (prices[currency] ?? 0) + Math.round(price * 100);
    }
  }
  return {
    orders: orders.length,
    ready,
    packages,
    unchecked,
    corrections,
    cents: prices,
    stray: strayPackages.size,
    rows: { orderDetails: orders.length, orderPackages: counted.packageRows },
    rowsWithProblems: {
      orderDetails: withProblems.orderDetails.size,
      orderPackages: withProblems.orderPackages.size,
    },
    rowsWithWarnings: {
      orderDetails: withWarnings.orderDetails.size,
      orderPackages: withWarnings.orderPackages.size,
    },
    canUndo: counted.canUndo,
  };
}
