import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';

const { db, makeMerchant, portage, portageProcess } = useCommandLine();

describe('the audit', () => {
  test('lists two thousand events line by line, the newest last', async () => {
    const merchantId = await makeMerchant('Busy');
    const first = Date.parse('2026-11-01T08:00:00Z');
    await db()
      .transaction()
      .execute(async (trx) => {
        for (let second = 0; second < 2000; second++) {
          const at = first + second * 1000;
          await recordSecurityEvent(trx, { at, action: 'sign_in.failed', actor: 'a', merchantId });
        }
      });
    const which = ['--merchant', merchantId, '--since', '2026-11-01', '--until', '2026-11-02'];
    const { code, output } = await portageProcess('audit', ...which, '--limit', '5000', '--json');
    expect(code).toBe(0);
    const events = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { at: string });
    expect(events).toHaveLength(2000);
    expect(events.at(0)).toMatchObject({ at: '2026-11-01T08:00:00.000Z', merchantId });
    expect(events.at(-1)).toMatchObject({ at: '2026-11-01T08:33:19.000Z' });

    const newest = await portage('audit', ...which, '--limit', '2');
    expect(cellsOf(newest.output).map(([time]) => time)).toEqual([
      'TIME (UTC)',
      '2026-11-01 08:33:18',
      '2026-11-01 08:33:19',
    ]);
  });

  test('escapes control characters that strangers typed', async () => {
    const merchantId = await makeMerchant('Terminal');
    const actor = 'a\u001b[2J\u009b1m\r\n\u202ejane@shop.example';
    const at = Date.parse('2026-11-03T00:00:00Z');
    await recordSecurityEvent(db(), { at, action: 'sign_in.failed', actor, merchantId });

    const table = await portage('audit', '--merchant', merchantId);
    const failed = ['--action', 'sign_in.failed', '--json'];
    const json = await portage('audit', '--merchant', merchantId, ...failed);
    for (const { output } of [table, json]) {
      expect(output.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
      expect(output).toContain('a\\u001b[2J\\u009b1m');
    }
    expect(cellsOf(table.output)).toHaveLength(2);
    expect(JSON.parse(json.output)).toMatchObject({ actor });
  });

  test('of an order lists its changes', async () => {
    const merchantId = await makeMerchant('Orders');
    const orderId = uuidv7();
    await writeAudit(db(), [
      {
        merchantId,
        at: Date.parse('2026-11-03T10:00:00Z'),
        actor: 'jane@shop.example',
        action: 'order.created',
        subjectId: orderId,
        details: { status: 'CREATED' },
      },
    ]);
    const { output } = await portage('audit', '--order', orderId, '--merchant', merchantId);
    expect(cellsOf(output)).toEqual([
      ['TIME (UTC)', 'ACTION', 'ACTOR', 'DETAILS'],
      ['2026-11-03 10:00:00', 'order.created', 'jane@shop.example', 'status=CREATED'],
    ]);
  });
});
