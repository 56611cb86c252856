import type { LabelFileFormat } from '@portage/contract/shop/shipstation';
import type { Executor } from '../db/database.ts';

/** The integration as it is stored: the API key is encrypted. */
export interface StoredIntegration {
  encryptedApiKey: Buffer;
  labelFileFormat: LabelFileFormat;
  includePackingSlip: boolean;
}

/** The integration of a merchant. */
export function findIntegration(
  db: Executor,
  merchantId: string,
): Promise<StoredIntegration | undefined> {
  return db
    .selectFrom('shipstation_integrations')
    .select([
      'encrypted_api_key as encryptedApiKey',
      'label_file_format as labelFileFormat',
      'include_packing_slip as includePackingSlip',
    ])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** Saves the integration of a merchant in place of the one before. */
export async function upsertIntegration(
  trx: Executor,
  merchantId: string,
  { encryptedApiKey, labelFileFormat, includePackingSlip }: StoredIntegration,
): Promise<void> {
  const values = {
    encrypted_api_key: encryptedApiKey,
    label_file_format: labelFileFormat,
    include_packing_slip: includePackingSlip,
  };
  await trx
    .insertInto('shipstation_integrations')
    .values({ merchant_id: merchantId, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute();
}

/** Deletes the integration of a merchant. False when there is none. */
export async function deleteIntegration(trx: Executor, merchantId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('shipstation_integrations')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
