import { size } from 'viem'
import { DEPLOYMENT_ADDRESS } from '@/schemas/policies/words'
import type { Simulation } from '@/server/chains/evm/simulate'
import type { Chain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { callGasLimit } from '@/server/engine/evm/call-gas-limit'
import { estimateFee, sponsoredFee } from '@/server/engine/evm/estimate-fee'
import { type Failure, failureOf } from '@/server/engine/failure'
import { assetShortfall } from '@/server/money/asset-shortfall'
import { readCall } from '@/server/policies/read-call'
import type { Intent } from '@/server/transactions/intent'
import { type MovedAmount, quoteIntent } from './quote-intent'
import { type ContractCall, type TriedCall, tryContractCalls } from './try-contract-calls'

export type PreparedCall = Omit<Intent, 'idempotencyKey' | 'intentId'>

/**
 * An intent to call a contract, or to create one, simulated before any transaction is opened. A revert is the outcome
 * where no open transaction of the wallet could change it; else the engine tries again once the wallet's lane is free.
 * A SIGN is reported by the webhook its caller adds, the others by `END_HANDLERS`. Throws invalid, not_found (wallet),
 * failed (deactivated wallet), unavailable.
 */
export async function prepareContractCall(tenant: Tenant, wanted: ContractCall): Promise<PreparedCall> {
  const [prepared] = await prepareContractCalls(tenant, [wanted])
  if (!prepared) throw new Error('a call was left out')
  return prepared
}

/**
 * Intents on one chain to be accepted together, in this order. Each may count on what those before it of its wallet
 * leave, so its revert is not the outcome behind one of those. Throws as for one.
 */
export async function prepareContractCalls(tenant: Tenant, wanted: readonly ContractCall[]): Promise<PreparedCall[]> {
  const prepared: PreparedCall[] = []
  for (const tried of await tryContractCalls(tenant, wanted)) {
    const one = await toPrepared(tried)
    const isBehind = prepared.some(({ from }) => from === one.from)
    prepared.push(isBehind ? { ...one, refusal: null } : one)
  }
  return prepared
}

async function toPrepared({ call, address, isBusy, delegates, simulation }: TriedCall): Promise<PreparedCall> {
  const { type, chain, to, value, data, spareGas } = call
  const { tokenUnits, ...effect } = readCall({ to, data, value })
  const gasLimit = callGasLimit(simulation, data, { creates: to === null, spareGas })
  return {
    type,
    chain,
    from: address,
    toAddress: to ?? DEPLOYMENT_ADDRESS,
    tokenAddress: null,
    amountUnits: value,
    decimals: chain.nativeDecimals,
    callData: data,
    effect,
    refusal: isBusy ? null : refusalOf(chain, simulation),
    quote: await quoteIntent({
      chain,
      gasLimit,
      moved: movedBy(chain, { to, value, tokenUnits }),
      worstFee: () => estimateFee(chain, { gasLimit, dataBytes: size(data), delegates: delegates && to !== null }),
      sponsoredFee: () => sponsoredFee(chain, { gasLimit, dataBytes: size(data) }),
    }),
    webhookUrl: undefined,
    webhookSecret: undefined,
  }
}

function refusalOf(chain: Chain, simulation: Simulation): Failure | null {
  if (simulation.ok) return null
  const native = { tokenAddress: null, decimals: chain.nativeDecimals }
  return failureOf(
    `Not sent: the call ${simulation.reason}`,
    simulation.short ? assetShortfall(chain, native, simulation.short) : null,
  )
}

type Effect = { to: string | null; value: bigint; tokenUnits: bigint | null }

/** The native coin sent along, and the tokens where the calldata says how many. */
function movedBy(chain: Chain, { to, value, tokenUnits }: Effect): MovedAmount[] {
  const native = { symbol: chain.nativeSymbol, decimals: chain.nativeDecimals, units: value }
  if (tokenUnits === null) return [native]
  const token = chain.tokens.find(({ address }) => address === to)
  return [native, { symbol: token?.symbol ?? null, decimals: token?.decimals ?? 0, units: tokenUnits }]
}
