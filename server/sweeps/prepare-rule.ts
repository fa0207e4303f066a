import { eq } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import type { CreateSweepRuleInput, UpdateSweepRuleInput } from '@/schemas/sweeps/contract'
import { MIN_FEE_MULTIPLE } from '@/schemas/sweeps/words'
import { type Chain, findChain } from '@/server/chains/registry'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { refusal, validationError } from '@/server/errors'
import { parseAmount, parseUnits } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import { requireChain } from '@/server/projects/require-chain'
import { requireProject } from '@/server/projects/require-project'
import { canonicalAddress } from '@/server/text/canonical-address'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { findUneconomicSweep, type RuleAsset } from './find-uneconomic-sweep'
import { requireRule } from './own-rule'

/** A rule after all checks that need no database transaction: chain, asset, amounts, and the cost of a sweep. */
export type PreparedRule = {
  input: CreateSweepRuleInput
  chain: Chain
  asset: RuleAsset
  thresholdUnits: bigint
  keepUnits: bigint
}

/**
 * Checks a rule before any transaction is opened. Throws invalid, forbidden (wallet, testnets), not_found (wallet,
 * chain), failed (wallet), and unavailable if a mainnet's fee cannot be read.
 */
export async function prepareRule(tenant: Tenant, input: CreateSweepRuleInput): Promise<PreparedRule> {
  const chainType = (await findChain(input.chainId))?.chainType ?? 'EVM'
  const chain = await requireChain(tenant, { chainType, chainId: input.chainId })
  const asset = assetOf(chain, input.tokenAddress)
  const thresholdUnits = unitsOf('threshold', input.threshold, asset)
  const keepUnits = unitsOf('keep', input.keep, asset)
  const { address } = await inTenantReading(tenant, (ctx) =>
    requireActiveWallet(ctx, { chainType: chain.chainType, from: input.toAddress }),
  )
  await requireWorth(tenant, { chain, asset, address, thresholdUnits })
  return { input, chain, asset, thresholdUnits, keepUnits }
}

/** The new settings of a change; unchanged settings are absent. */
export type PreparedChange = { thresholdUnits?: bigint; keepUnits?: bigint }

/**
 * Checks a change of a rule before any transaction is opened. Throws as `prepareRule` does, and not_found without the
 * rule.
 */
export async function prepareChange(
  tenant: Tenant,
  id: string,
  { threshold, keep }: UpdateSweepRuleInput,
): Promise<PreparedChange> {
  const { rule, address } = await inTenantReading(tenant, async (ctx) => {
    const found = await requireRule(requireProject(ctx), id)
    const [target] = await ctx.db
      .select({ address: wallets.address })
      .from(wallets)
      .where(eq(wallets.id, found.targetWalletId))
    return { rule: found, address: target?.address ?? '' }
  })
  const keepUnits = keep === undefined ? undefined : unitsOf('keep', keep, rule)
  if (threshold === undefined) return { keepUnits }
  const thresholdUnits = unitsOf('threshold', threshold, rule)
  const chain = await findChain(rule.chainId)
  if (!chain || chain.rpcUrls.length === 0) throw refusal('chain_unavailable')
  await requireWorth(tenant, { chain, asset: rule, address, thresholdUnits })
  return { thresholdUnits, keepUnits }
}

/** Only tokens that the platform knows: an unknown token could cost gas without end. */
function assetOf(chain: Chain, tokenAddress: string | undefined): RuleAsset {
  if (tokenAddress === undefined)
    return { tokenAddress: null, decimals: chain.nativeDecimals, symbol: chain.nativeSymbol }
  const address = canonicalAddress(chain.chainType, tokenAddress)
  const token = chain.tokens.find((known) => known.address === address)
  if (!token) throw validationError([`tokenAddress: is not a token that the platform knows on chain ${chain.chainId}`])
  return { tokenAddress: token.address, decimals: token.decimals, symbol: token.symbol }
}

function unitsOf(field: 'threshold' | 'keep', text: string, { decimals }: RuleAsset): bigint {
  const parsed = field === 'keep' ? parseUnits(text, decimals) : parseAmount(text, decimals)
  if ('problem' in parsed) throw validationError([`${field}: ${parsed.problem}`])
  return parsed.units
}

type Threshold = { chain: Chain; asset: RuleAsset; address: string; thresholdUnits: bigint }

async function requireWorth(tenant: Tenant, { chain, asset, address, thresholdUnits }: Threshold): Promise<void> {
  const sweep = { chain, asset, from: address, toAddress: address, units: thresholdUnits }
  const unworthy = await findUneconomicSweep(tenant, sweep)
  if (!unworthy) return
  const least = formatUsd(unworthy.feeMicros * MIN_FEE_MULTIPLE)
  throw validationError([
    `threshold: is worth $${formatUsd(unworthy.valueMicros)}; the fees ask for $${least} at least`,
  ])
}
