import { inTenantReading, type Tenant, workerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { lostSince } from '@/server/recovery/lost-since'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { notIndexed } from '@/server/tokens/payouts/require-indexed'
import { isRecordRead } from './is-record-read'

/** Our index reads each token every minute. */
const RETRY_AFTER_SECONDS = 60

/**
 * Requires that our index has read the balances at a coupon's record time, because on Solana it decides who is paid.
 * Throws unavailable.
 */
export async function requireRecordRead(
  tenant: Tenant,
  coupon: { token: TokenRow; payout: Pick<PayoutRow, 'payDate'> },
): Promise<void> {
  if (await inTenantReading(tenant, ({ db }) => isRecordRead(db, coupon))) return
  if (await lostSince(workerCtx())) throw notIndexed()
  const message = 'The holders at the record time are being read. Please try again.'
  throw refusal('unavailable', { message, retryAfter: RETRY_AFTER_SECONDS })
}
