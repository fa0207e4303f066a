import type { Tenant } from '@/server/ctx'
import { inTenantReading } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { encodeAssetTransfer, encodeBurn, encodeForcedTransfer } from '@/server/tokens/operations/asset-calls'
import type { RefusablePlan } from '@/server/tokens/operations/prepare-operation'
import { moveOnSolana } from '@/server/tokens/solana/move-on-solana'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { loadToken } from './load-token'
import { readAddress, readHolder, readUnits, valueMicrosOf } from './read-fields'
import type { WebhookTarget } from './webhook-target'

type Burn = WebhookTarget & { tokenId: string; from: string; amount: string }

/** Plans a burn of any holder's tokens by the tokenAdmin. Throws invalid, not_found, failed (state). */
export async function planBurn(tenant: Tenant, { tokenId, from, amount, ...webhook }: Burn): Promise<RefusablePlan> {
  const loaded = await loadToken(tenant, tokenId, ['ACTIVE', 'PAUSED'])
  const { token } = loaded
  const holder = readAddress(loaded, 'from', from)
  const units = readUnits(token, 'amount', amount)
  const effect = { toAddress: token.contractAddress, valueUsdMicros: valueMicrosOf(token, units) }
  const calls =
    loaded.chain.chainType === 'SOLANA'
      ? await moveOnSolana(tenant, loaded, { from: holder, to: null, units, forced: true, effect })
      : { calls: [{ from: token.adminAddress, to: token.contractAddress, data: encodeBurn(holder, units), effect }] }
  return {
    ...loaded,
    kind: 'BURN',
    detail: { from: holder, amount },
    payoutId: null,
    ...calls,
    items: [],
    ...webhook,
  }
}

type Transfer = WebhookTarget & { tokenId: string; from: string | number; to: string; amount: string; forced: boolean }

/**
 * Plans a transfer from a wallet of the business or, if `forced`, from any holder by the tokenAdmin. Throws invalid,
 * not_found, forbidden (another business's wallet), failed (state, deactivated wallet).
 */
export async function planTransfer(tenant: Tenant, input: Transfer): Promise<RefusablePlan> {
  const { tokenId, amount, forced, webhookUrl, webhookSecret } = input
  const loaded = await loadToken(tenant, tokenId, ['ACTIVE', 'PAUSED'])
  const { token, chain } = loaded
  const to = readHolder(loaded, 'to', input.to)
  const units = readUnits(token, 'amount', amount)
  const effect = { toAddress: to, valueUsdMicros: valueMicrosOf(token, units) }
  const rest = { ...loaded, kind: 'TRANSFER' as const, payoutId: null, items: [], webhookUrl, webhookSecret }
  if (forced) {
    if (typeof input.from === 'number') throw validationError(['from: must be an address when forced is true'])
    const from = readAddress(loaded, 'from', input.from)
    if (chain.chainType === 'SOLANA') {
      const calls = await moveOnSolana(tenant, loaded, { from, to, units, forced, effect })
      return { ...rest, detail: { from, to, amount, forced }, ...calls }
    }
    const data = encodeForcedTransfer(from, to, units)
    const call = { from: token.adminAddress, to: token.contractAddress, data, effect }
    return { ...rest, detail: { from, to, amount, forced }, calls: [call] }
  }
  if (typeof input.from === 'string') readAddress(loaded, 'from', input.from)
  const named = { chainType: chain.chainType, from: input.from }
  const { address: from } = await inTenantReading(tenant, (ctx) => requireActiveWallet(ctx, named))
  if (chain.chainType === 'SOLANA') {
    const calls = await moveOnSolana(tenant, loaded, { from, to, units, forced, effect })
    return { ...rest, detail: { from, to, amount, forced }, ...calls }
  }
  const call = { from, to: token.contractAddress, data: encodeAssetTransfer(to, units), effect }
  return { ...rest, detail: { from, to, amount, forced }, calls: [call] }
}
