import { inTenantReading, type Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { findPrice } from '@/server/prices/find-price'
import { hasBlockedHolder, planNextBatch } from '@/server/tokens/operations/next-batch'
import type { OperationPlan, PayoutRow } from '@/server/tokens/operations/plan'
import type { OperationRefusal } from '@/server/tokens/operations/prepare-operation'
import { findShortFunds } from '@/server/tokens/payouts/find-short-funds'
import { payOnSolana } from '@/server/tokens/solana/pay-on-solana'
import type { LoadedToken } from './load-token'
import type { WebhookTarget } from './webhook-target'

const HELD_BACK = 'All holders are paid but those whose address is blocked'

type PayoutInput = WebhookTarget & Pick<OperationPlan, 'kind' | 'detail'> & { payout: PayoutRow }
export type PayoutPlan = OperationPlan & { earlyRefusal: OperationRefusal | null }

/**
 * The first batch of a coupon or a redemption; the worker plans the next ones. `earlyRefusal`: the reason why it cannot
 * be funded. Throws unavailable.
 */
export async function planPayout(
  tenant: Tenant,
  loaded: LoadedToken,
  { payout, kind, detail, ...webhook }: PayoutInput,
): Promise<PayoutPlan> {
  const { token, chain } = loaded
  const price = await findPrice(token.paymentSymbol ?? '')
  const paymentPriceE8 = price?.priceE8 ?? null
  if (chain.chainType === 'SOLANA') {
    const { basisUnits, ...paid } = await payOnSolana(tenant, loaded, payout)
    return {
      ...loaded,
      kind,
      detail: { ...detail, basisUnits: basisUnits.toString() },
      payoutId: payout.id,
      paymentPriceE8,
      ...paid,
      ...webhook,
    }
  }
  const [calls, short] = await Promise.all([
    inTenantReading(tenant, ({ db }) => planNextBatch(db, { token, payout, chain })),
    findShortFunds(chain, { token, payout }),
  ])
  if (calls.length === 0) {
    const isHeldBack = await inTenantReading(tenant, ({ db }) => hasBlockedHolder(db, { token, payout }))
    // Else it is paid already, and our index had not read that yet.
    throw isHeldBack ? refusal('address_blocked', { message: HELD_BACK }) : refusal('coupon_done')
  }
  const earlyRefusal = short === null ? null : { error: short, code: 'insufficient_funds' as const }
  return { ...loaded, kind, detail, payoutId: payout.id, paymentPriceE8, calls, items: [], earlyRefusal, ...webhook }
}
