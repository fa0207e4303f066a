import { eq } from 'drizzle-orm'
import { chains } from '@/db/schema'
import type { GasSettings } from '@/schemas/platform/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound, validationError } from '@/server/errors'
import { formatAmount, parseAmount } from '@/server/money/amount'

/**
 * Sets how a chain's gas is paid, and its low and target balances, in coins. Audited with the former values. Throws
 * not_found, invalid (a target below the low balance, more decimals than the coin has, relayers without a delegate
 * contract).
 */
export async function saveGasSettings(ctx: OperatorCtx, input: GasSettings): Promise<void> {
  const [chain] = await ctx.db.select().from(chains).where(eq(chains.chainId, input.chainId)).for('update')
  if (!chain) throw notFound('Chain')
  if (input.gasStrategy === 'delegation' && chain.gasStrategy !== 'delegation' && !chain.delegateAddress) {
    throw validationError(['gasStrategy: needs a delegate contract on this chain'])
  }
  const settings = {
    gasStrategy: input.gasStrategy,
    gasLowUnits: unitsOf('gasLow', input.gasLow, chain.nativeDecimals),
    gasTargetUnits: unitsOf('gasTarget', input.gasTarget, chain.nativeDecimals),
    treasuryLowUnits: unitsOf('treasuryLow', input.treasuryLow, chain.nativeDecimals),
  }
  if (settings.gasTargetUnits < settings.gasLowUnits) throw validationError(['gasTarget: must be at least gasLow'])
  await ctx.db.update(chains).set(settings).where(eq(chains.chainId, input.chainId))
  const coins = (units: bigint) => formatAmount(units, chain.nativeDecimals)
  const before = {
    gasStrategy: chain.gasStrategy,
    gasLow: coins(chain.gasLowUnits),
    gasTarget: coins(chain.gasTargetUnits),
    treasuryLow: coins(chain.treasuryLowUnits),
  }
  const { chainId, ...after } = input
  await appendPlatformAudit(ctx, { action: 'chain.gas_settings', target: String(chainId), detail: { before, after } })
}

/** Zero switches a mark off. */
function unitsOf(field: string, text: string, decimals: number): bigint {
  if (/^0(\.0*)?$/.test(text)) return 0n
  const amount = parseAmount(text, decimals)
  if ('problem' in amount) throw validationError([`${field}: ${amount.problem}`])
  return amount.units
}
