import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NewOrder } from '../orders/new-order.ts';
import { CheckedRows } from './checked-rows.ts';
import {
  type OrderDetailsRow,
  type OrderPackagesRow,
  orderDetailsColumns,
  orderPackagesColumns,
} from './import-columns.ts';
import { importProblemText, isError, severityOf } from './import-problems.ts';
import {
  matchRecipientHeaders,
  type RecipientCells,
  readRecipientRow,
  recipientColumns,
} from './import-rows.ts';

const ORIGIN = {
  street: '1 Main St',
  city: 'Toronto',
  province: 'ON',
  postalCode: 'M5V 3L9',
  country: 'CA',
  isBusinessAddress: true,
} as const;
const RULES = { origin: ORIGIN, phoneOptional: false };

const DETAILS = {
  order_ref_number: 'A-1',
  recipient_name: 'Ana Roy',
  recipient_email: 'ana@example.com',
  recipient_phone: '+15145550123',
  recipient_street: '12 rue Roy',
  recipient_city: 'Montréal',
  recipient_province: 'QC',
  recipient_postal_code: 'H2X 1Y4',
  recipient_country: 'CA',
  service: 'NEXTDAY',
} satisfies OrderDetailsRow;
const PACKAGE = {
  order_ref_number: 'A-1',
  package_weight: 2.5,
  package_weight_unit: 'lb',
  package_length: 10,
  package_width: 10,
  package_height: 5,
  package_dimension_unit: 'inch',
} satisfies OrderPackagesRow;

function read(details: OrderDetailsRow[], packages: OrderPackagesRow[], rules = RULES) {
  const checked = new CheckedRows({ orderDetails: details, orderPackages: packages }, rules);
  return {
    orders: details.map((_, index) => checked.checkOrder(index + 1)),
    strayPackages: [...checked.strayPackages.values()],
  };
}

function problemsOf(details: OrderDetailsRow, packages: OrderPackagesRow[] = [PACKAGE]) {
  const { orders, strayPackages } = read([{ ...DETAILS, ...details }], packages);
  return [...orders.flatMap(({ problems }) => problems), ...strayPackages].map(
    ({ file, row, column, code }) => `${file}.${row}.${column}: ${code}`,
  );
}

function correctionsOf(details: OrderDetailsRow, pack: OrderPackagesRow = {}) {
  const { orders } = read([{ ...DETAILS, ...details }], [{ ...PACKAGE, ...pack }]);
  return orders.flatMap(({ corrections }) =>
    corrections.map(({ column, code, from, to }) => [column, code, from, to]),
  );
}

describe('a clean row', () => {
  test('becomes an order with its packages', () => {
    const { orders } = read([DETAILS], [PACKAGE, PACKAGE]);
    expect(orders).toMatchObject([
      {
        row: 1,
        packageRows: [1, 2],
        problems: [],
        corrections: [],
        order: {
          refNumber: 'A-1',
          originAddress: ORIGIN,
          recipient: { name: 'Ana Roy', phone: '+15145550123' },
          recipientAddress: { postalCode: 'H2X 1Y4', isBusinessAddress: false },
          packages: [
            {
              weightOptions: { weight: 2.5, unit: 'lb' },
              sizeOptions: { height: 5, unit: 'inch' },
            },
            {},
          ],
          service: 'NEXTDAY',
        },
      },
    ]);
    expect(NewOrder.safeParse(orders[0]?.order).success).toBe(true);
  });

  test('may have its own origin', () => {
    const origin = {
      origin_street: '5 rue Cliff',
      origin_city: 'Laval',
      origin_province: 'Québec',
      origin_postal_code: 'H7A1A1',
      is_origin_address_a_business: 'oui',
    };
    const { orders } = read([{ ...DETAILS, ...origin }], [PACKAGE]);
    expect(orders[0]?.order?.originAddress).toEqual({
      street: '5 rue Cliff',
      city: 'Laval',
      province: 'QC',
      postalCode: 'H7A 1A1',
      country: 'CA',
      isBusinessAddress: true,
    });
  });

  test('keeps both notes and tracking numbers of another system', () => {
    const { orders } = read(
      [{ ...DETAILS, recipient_notes: 'Buzzer 12', notes: 'Fragile' }],
      [{ ...PACKAGE, package_tracking_number: 'T1' }],
    );
    expect(orders[0]?.order?.notes).toBe('Buzzer 12\nFragile');
    expect(orders[0]?.order?.customFields).toEqual([
      { name: 'package_tracking_number', value: 'T1' },
    ]);
  });

  test('reports whether it has its own origin', () => {
    const { orders } = read([DETAILS, { ...DETAILS, origin_city: 'Laval' }], []);
    expect(orders.map(({ hasOwnOrigin }) => hasOwnOrigin)).toEqual([false, true]);
  });

  test('may be SCHEDULED; the server books its window', () => {
    expect(problemsOf({ service: 'SCHEDULED' })).toEqual([]);
  });
});

describe('corrections', () => {
  test.each([
    ['recipient_province', 'Québec', 'provinceByName', 'QC'],
    ['recipient_country', 'Canada', 'countryByName', 'CA'],
    ['recipient_country', '', 'countryFromPostalCode', 'CA'],
    ['recipient_postal_code', 'H2X-1Y4', 'postalCodeWritten', 'H2X 1Y4'],
    ['recipient_street', '="12 rue Roy"', 'textUnwrapped', '12 rue Roy'],
    ['recipient_city', 'MontrÃ©al', 'accentsRestored', 'Montréal'],
    ['recipient_province', '', 'provinceFromPostalCode', 'QC'],
    ['recipient_phone', '514 555-0123', 'phoneWritten', '+15145550123'],
    ['is_recipient_address_a_business', 'oui', 'yesNoWritten', 'yes'],
    ['service', 'Lendemain', 'serviceByName', 'NEXTDAY'],
  ])('of %s “%s” say what was done', (column, from, code, to) => {
    expect(correctionsOf({ [column]: from })).toEqual([[column, code, from, to]]);
  });

  test('do not include a service that means something else', () => {
    const { orders } = read(
      [{ ...DETAILS, service: 'OVERNIGHT', delivery_service: 'Signature' }],
      [PACKAGE],
    );
    expect(orders[0]?.corrections).toEqual([]);
    expect(orders[0]?.order).toMatchObject({ service: 'NEXTDAY', deliveryService: 'THRESHOLD' });
    expect(orders[0]?.problems).toMatchObject([
      {
        column: 'service',
        code: 'serviceAssumed',
        values: { value: 'OVERNIGHT', meaning: 'NEXTDAY' },
      },
      { column: 'delivery_service', code: 'deliveryServiceAssumed' },
    ]);
    expect(orders[0]?.problems.map(severityOf)).toEqual(['confirm', 'confirm']);
  });

  test('of packages convert weights and read units from the number', () => {
    expect(correctionsOf({}, { package_weight: '1,5' })).toEqual([
      ['package_weight', 'decimalComma', '1,5', '1.5'],
    ]);
    expect(correctionsOf({}, { package_weight: '0', package_weight_unit: '' })).toEqual([
      ['package_weight', 'placeholderCleared', '0', ''],
    ]);
    const sides = ['package_length', 'package_width', 'package_height'];
    const noSize = Object.fromEntries(sides.map((side) => [side, '0.0']));
    expect(correctionsOf({}, { ...noSize, package_dimension_unit: '' })).toEqual(
      sides.map((side) => [side, 'placeholderCleared', '0.0', '']),
    );
    expect(correctionsOf({}, { package_weight: '500 g', package_weight_unit: '' })).toEqual([
      ['package_weight', 'unitFromNumber', '500 g', '500'],
      ['package_weight_unit', 'unitFromNumber', '', 'kg'],
    ]);
    const { orders } = read(
      [DETAILS],
      [{ ...PACKAGE, package_weight: 500, package_weight_unit: 'g' }],
    );
    expect(orders[0]?.order?.packages?.[0]?.weightOptions).toEqual({ weight: 0.5, unit: 'kg' });
  });

  test('restore a ZIP code with its state', () => {
    const { orders } = read(
      [
        {
          ...DETAILS,
          recipient_province: 'New Jersey',
          recipient_postal_code: 7030,
          recipient_country: 'USA',
        },
      ],
      [PACKAGE],
    );
    expect(orders[0]?.order?.recipientAddress).toMatchObject({
      postalCode: '07030',
      country: 'US',
    });
    expect(orders[0]?.corrections.map(({ code }) => code)).toContain('zipZeroRestored');
  });

  test('move the extension of a phone to the notes', () => {
    const { orders } = read([{ ...DETAILS, recipient_phone: '514 555-0123 ext 4' }], [PACKAGE]);
    expect(orders[0]?.order?.notes).toBe('+15145550123 x4');
    expect(orders[0]?.corrections.map(({ code }) => code)).toEqual(['phoneExtensionMoved']);
  });
});

describe('problems', () => {
  test.each<[OrderDetailsRow, string]>([
    [{ recipient_name: '' }, 'recipient_name: required'],
    [{ recipient_phone: null }, 'recipient_phone: required'],
    [{ recipient_phone: '12' }, 'recipient_phone: phoneInvalid'],
    [{ recipient_phone: '+1 111 111 1111' }, 'recipient_phone: phoneInvalid'],
    [{ recipient_email: 'ana@' }, 'recipient_email: emailInvalid'],
    [{ recipient_street: ' ' }, 'recipient_street: required'],
    [{ recipient_postal_code: 'H2X' }, 'recipient_postal_code: postalCodeInvalid'],
    [{ recipient_province: 'Bavaria' }, 'recipient_province: provinceUnknown'],
    [{ recipient_province: 'ON' }, 'recipient_province: provincePostalMismatch'],
    [{ recipient_country: 'Mexico' }, 'recipient_country: countryUnknown'],
    [{ recipient_country: 'US' }, 'recipient_country: countryPostalMismatch'],
    [{ origin_city: 'Laval' }, 'origin_street: required'],
    [{ service: '' }, 'service: required'],
    [{ service: 'DRONE' }, 'service: serviceUnknown'],
    [{ delivery_service: 'catapult' }, 'delivery_service: deliveryServiceUnknown'],
    [{ delivery_service: 'WHITE_GLOVE' }, 'delivery_service: deliveryServiceNotOffered'],
    [{ package_count: 3 }, 'package_count: packageCountDisagrees'],
    [{ package_count: 'many' }, 'package_count: numberInvalid'],
    [{ notes: '=1+1' }, 'notes: formula'],
    [{ notes: 'n'.repeat(2001) }, 'notes: textTooLong'],
    [{ merchant_display_name: 'b'.repeat(101) }, 'merchant_display_name: textTooLong'],
  ])('%j', (details, problem) => {
    expect(problemsOf(details)).toContain(`orderDetails.1.${problem}`);
  });

  test('of packages point to the row of the package', () => {
    expect(problemsOf({}, [PACKAGE, { ...PACKAGE, package_weight: -1 }])).toEqual([
      'orderPackages.2.package_weight: measureInvalid',
    ]);
    expect(problemsOf({}, [{ ...PACKAGE, package_height: '' }])).toEqual([
      'orderPackages.1.package_height: required',
    ]);
    expect(problemsOf({}, [{ ...PACKAGE, package_weight_unit: null }])).toEqual([
      'orderPackages.1.package_weight_unit: required',
    ]);
  });

  test('a phone is not needed by a merchant flagged phoneOptional', () => {
    const { orders } = read([{ ...DETAILS, recipient_phone: '' }], [PACKAGE], {
      ...RULES,
      phoneOptional: true,
    });
    expect(orders[0]?.order?.recipient.phone).toBeUndefined();
    expect(orders[0]?.order).toBeDefined();
  });

  test('packages without an order and orders without packages are reported', () => {
    expect(
      problemsOf({}, [
        { ...PACKAGE, order_ref_number: 'B' },
        { ...PACKAGE, order_ref_number: '' },
      ]),
    ).toEqual([
      'orderDetails.1.package_count: packagesMissing',
      'orderPackages.1.order_ref_number: orderMissing',
      'orderPackages.2.order_ref_number: required',
    ]);
  });

  test('an order with a package count and no packages gets plain packages and a warning', () => {
    const { orders } = read([{ ...DETAILS, package_count: 2 }], []);
    expect(orders[0]?.order?.packageCount).toBe(2);
    expect(orders[0]?.problems.map(({ code }) => code)).toEqual(['packagesPlain']);
  });

  test('a repeated reference is a problem of the second row; its packages stay with the first', () => {
    const { orders } = read([DETAILS, { ...DETAILS, recipient_name: 'Bob' }], [PACKAGE]);
    expect(orders.map(({ order, packageRows }) => [order?.recipient.name, packageRows])).toEqual([
      ['Ana Roy', [1]],
      [undefined, []],
    ]);
    expect(orders[1]?.problems).toEqual([
      {
        file: 'orderDetails',
        row: 2,
        column: 'order_ref_number',
        code: 'refDuplicated',
        values: { row: 1 },
      },
    ]);
  });

  // A thousand rows with one reference and its 5,000 packages took 25 s.
  test('packages of a repeated reference are read for the first row only', () => {
    let weights = 0;
    const counted: OrderPackagesRow = {
      ...PACKAGE,
      get package_weight() {
        weights += 1;
        return 2.5;
      },
    };
    read([DETAILS], [counted]);
    const readOnce = weights;
    read([DETAILS, DETAILS, DETAILS], [counted]);
    expect(weights).toBe(2 * readOnce);
    expect(readOnce).toBeGreaterThan(0);
  });

  test('have a complete text in both languages', () => {
    const { orders, strayPackages } = read(
      [{ ...DETAILS, service: 'x', package_count: 4, notes: '=1' }, DETAILS],
      [PACKAGE, { order_ref_number: 'Z' }],
    );
    for (const problem of [...orders.flatMap(({ problems }) => problems), ...strayPackages]) {
      for (const locale of ['en', 'fr'] as const) {
        expect(importProblemText(problem, locale)).not.toMatch(/[{}]|undefined/);
      }
    }
  });
});

test('with any cells, every row becomes an order that the contract accepts, or has a problem', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('QC', 'H2X 1Y4', '1,5', 'lb', 'oui', 'NEXTDAY', '+15145550123', 'A-1', ''),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  );
  const row = (columns: readonly string[]) =>
    fc.record(Object.fromEntries(columns.map((column) => [column, cell])), { requiredKeys: [] });
  fc.assert(
    fc.property(
      fc.array(row(orderDetailsColumns), { maxLength: 4 }),
      fc.array(row(orderPackagesColumns), { maxLength: 4 }),
      (details, packages) => {
        const rows = details.map((cells, index) => (index % 2 ? { ...DETAILS, ...cells } : cells));
        const { orders, strayPackages } = read(rows, packages);
        expect(orders.map((order) => order.row)).toEqual(rows.map((_, index) => index + 1));
        for (const { order, problems } of orders) {
          expect(order === undefined).toBe(problems.some(isError));
          if (order && order.service !== 'SCHEDULED') {
            expect(NewOrder.safeParse(order).success).toBe(true);
          }
        }
        const placed = orders.flatMap(({ packageRows }) => packageRows);
        const stray = strayPackages.map((problem) => problem.row);
        expect([...placed, ...stray].toSorted((a, b) => a - b)).toEqual(
          packages.map((_, index) => index + 1),
        );
      },
    ),
    { numRuns: 60 },
  );
});

describe('a row of recipients', () => {
  const CELLS: RecipientCells = {
    recipient_name: 'Ana Roy',
    recipient_email: 'ana@example.com',
    recipient_phone: '514 555-0123',
    recipient_street: '12 rue Roy',
    recipient_unit: 'App. 3',
    recipient_city: 'Montréal',
    recipient_province: 'QC',
    recipient_postal_code: 'H2X 1Y4',
    recipient_country: 'CA',
  };

  const readCells = (changes: RecipientCells = {}) =>
    readRecipientRow({ row: 1, cells: { ...CELLS, ...changes } });

  test('headers lead to their columns in any order, in English and French', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...recipientColumns]), (columns) => {
        expect(matchRecipientHeaders(columns)).toEqual(columns);
      }),
    );
    expect(matchRecipientHeaders(['Ville', 'Courriel', 'Nom', 'Service', 'Zip Code'])).toEqual([
      'recipient_city',
      'recipient_email',
      'recipient_name',
      undefined,
      'recipient_postal_code',
    ]);
  });

  test('a row becomes a recipient; the postal code fills in missing parts', () => {
    const saved = {
      recipient: { name: 'Ana Roy', email: 'ana@example.com', phone: '+15145550123' },
      address: {
        street: '12 rue Roy',
        unit: 'App. 3',
        city: 'Montréal',
        province: 'QC',
        postalCode: 'H2X 1Y4',
        country: 'CA',
      },
    };
    expect(readCells().saved).toEqual(saved);
    expect(readCells({ recipient_province: 'Québec', recipient_country: 'Canada' }).saved).toEqual(
      saved,
    );
    expect(readCells({ recipient_province: '', recipient_country: '' }).saved).toEqual(saved);
    expect(readCells({ recipient_email: 'n/a', recipient_phone: '' }).saved?.recipient).toEqual({
      name: 'Ana Roy',
    });
  });

  describe('that cannot be saved says which cell is wrong and why', () => {
    test.each([
      ['recipient_name', '', 'required'],
      ['recipient_name', 'x'.repeat(201), 'textTooLong'],
      ['recipient_street', '', 'required'],
      ['recipient_city', '', 'required'],
      ['recipient_postal_code', 'H2X', 'postalCodeInvalid'],
      ['recipient_postal_code', '', 'required'],
      ['recipient_province', 'Narnia', 'provinceUnknown'],
      ['recipient_country', 'France', 'countryUnknown'],
      ['recipient_country', 'US', 'countryPostalMismatch'],
      ['recipient_email', 'ana@', 'emailInvalid'],
      ['recipient_phone', '5.14555E+09', 'phoneShortened'],
      ['recipient_phone', '514 555-0123 poste 4', 'phoneExtension'],
      ['recipient_street', '=HYPERLINK("x")', 'formula'],
    ] as const)('%s %s: %s', (column, cell, code) => {
      const { saved, problems } = readCells({ [column]: cell });
      expect(saved).toBeUndefined();
      expect(problems.filter((problem) => problem.column === column)).toMatchObject([{ code }]);
    });
  });

  test('a wrong postal code is not reported again for its province and country', () => {
    const { problems } = readCells({
      recipient_postal_code: 'H2X',
      recipient_province: '',
      recipient_country: '',
    });
    expect(problems.map(({ column }) => column)).toEqual(['recipient_postal_code']);
  });

  test('readable parts are kept and completed by hand', () => {
    expect(
      readCells({ recipient_postal_code: 'H2X', recipient_province: 'Québec' }).read,
    ).toMatchObject({
      recipient: { name: 'Ana Roy', phone: '+15145550123' },
      address: { street: '12 rue Roy', province: 'QC' },
    });
  });
});
