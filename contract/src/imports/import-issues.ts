import type { z } from 'zod';
import { type FieldMessageKey, isFieldMessageKey } from '../field-messages.ts';
import type { ImportColumn } from './import-columns.ts';
import type { ImportProblem } from './import-problems.ts';

/** Cells of parts of an order whose columns are not named alike. */
const COLUMN_OF_PATH: Readonly<Record<string, ImportColumn>> = {
  refNumber: 'order_ref_number',
  'recipient.name': 'recipient_name',
  'recipient.email': 'recipient_email',
  'recipient.phone': 'recipient_phone',
  packageCount: 'package_count',
  packages: 'package_count',
  service: 'service',
  deliveryService: 'delivery_service',
  notes: 'notes',
  merchantDisplayName: 'merchant_display_name',
  customFields: 'package_tracking_number',
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The column of a part of an address or a package, or of another part of an order. */
function columnOfPath(path: readonly PropertyKey[]): ImportColumn | undefined {
  const [part, ...below] = path.map(String);
  const last = below.at(-1) ?? '';
  if (part === 'recipientAddress' || part === 'originAddress') {
    const party = part === 'originAddress' ? 'origin' : 'recipient';
    return `${party}_${snakeCase(last)}` as ImportColumn;
  }
  if (part === 'packages' && below.length > 1) {
    if (last === 'unit') {
      return below.includes('sizeOptions') ? 'package_dimension_unit' : 'package_weight_unit';
    }
    return `package_${last === 'refNumber' ? 'ref_number' : last}` as ImportColumn;
  }
  return COLUMN_OF_PATH[`${part}.${last}`] ?? COLUMN_OF_PATH[part ?? ''];
}

function codeOfIssue(issue: z.core.$ZodIssue, column: ImportColumn | undefined): FieldMessageKey {
  if (column === 'package_count') return 'packageCountInvalid';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'textTooLong';
  return isFieldMessageKey(issue.message) ? issue.message : 'required';
}

/** Problems of the contract's schema, at the cells that they come from. */
export function problemsOfIssues(
  issues: readonly z.core.$ZodIssue[],
  row: number,
  packageRows: readonly number[],
): ImportProblem[] {
  return issues.map((issue) => {
    const column = columnOfPath(issue.path);
    const isOfPackage = column?.startsWith('package_') && column !== 'package_count';
    const [, index] = issue.path;
    const packageRow = packageRows[typeof index === 'number' ? index : 0];
    const code = codeOfIssue(issue, column);
    const values = issue.code === 'too_big' &&
      code === 'textTooLong' && { limit: Number(issue.maximum) };
    return {
      ...(isOfPackage && packageRow !== undefined
        ? ({ file: 'orderPackages', row: packageRow } as const)
        : ({ file: 'orderDetails', row } as const)),
      ...(column && { column }),
      code,
      ...(values && { values }),
    };
  });
}
