import { type Hex, size } from 'viem'
import { DEPLOYMENT_ADDRESS } from '@/schemas/policies/words'
import { ESTIMATE_MARGIN_PERCENT, FLOOR_GAS_PER_BYTE } from '@/server/chains/evm/gas-figures'
import type { Simulation } from '@/server/chains/evm/simulate'
import type { Chain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { estimateFee, sponsoredFee } from '@/server/engine/evm/estimate-fee'
import { type Failure, failureOf } from '@/server/engine/failure'
import { assetShortfall } from '@/server/money/asset-shortfall'
import { readCall } from '@/server/policies/read-call'
import type { Intent } from '@/server/transactions/intent'
import { type MovedAmount, quoteIntent } from './quote-intent'
import { type ContractCall, type TriedCall, tryContractCalls } from './try-contract-calls'

export type PreparedCall = Omit<Intent, 'idempotencyKey' | 'intentId'>

/**
 * An intent to call or create a contract, simulated before a database transaction is opened. A revert fails it, unless
 * an open transaction of the wallet could change that; then the engine simulates it again when the wallet's lane is
 * free. A SIGN is reported by the webhook of its caller, the others by `END_HANDLERS`. Throws invalid, not_found
 * (wallet), failed (deactivated wallet), unavailable.
 */
export async function prepareContractCall(tenant: Tenant, call: ContractCall): Promise<PreparedCall> {
  const [prepared] = await prepareContractCalls(tenant, [call])
  if (!prepared) throw new Error('a call was left out')
  return prepared
}

/**
 * Intents on one chain that are accepted together, in this order. Each may depend on the ones of its wallet before it,
 * so a revert behind one of these does not fail it. Throws like `prepareContractCall`.
 */
export async function prepareContractCalls(tenant: Tenant, calls: readonly ContractCall[]): Promise<PreparedCall[]> {
  const prepared: PreparedCall[] = []
  for (const tried of await tryContractCalls(tenant, calls)) {
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

/** The native coin that is sent, and the tokens if the calldata names an amount. */
function movedBy(chain: Chain, { to, value, tokenUnits }: Effect): MovedAmount[] {
  const native = { symbol: chain.nativeSymbol, decimals: chain.nativeDecimals, units: value }
  if (tokenUnits === null) return [native]
  const token = chain.tokens.find(({ address }) => address === to)
  return [native, { symbol: token?.symbol ?? null, decimals: token?.decimals ?? 0, units: tokenUnits }]
}

/** The maximum gas of a transaction (EIP-7825). */
const MAX_GAS = 16_777_216n
/** The gas of a call that cannot be simulated before earlier transactions of the wallet are mined. */
const UNKNOWN_CALL_GAS = 1_000_000n
/** Creating a contract also costs gas per byte of its code. */
const CODE_GAS_PER_BYTE = 200n

/**
 * The gas limit of a signed call, in gas: the simulated gas, a margin, and `spareGas`. A generous limit if the
 * simulation has no result yet.
 */
function callGasLimit(simulation: Simulation, data: Hex, { creates = false, spareGas = 0n } = {}): bigint {
  const perByte = FLOOR_GAS_PER_BYTE + (creates ? CODE_GAS_PER_BYTE : 0n)
  if (!simulation.ok) return UNKNOWN_CALL_GAS + BigInt(size(data)) * perByte
  const raised = (simulation.gas * ESTIMATE_MARGIN_PERCENT) / 100n + spareGas
  if (raised <= MAX_GAS) return raised
  return simulation.gas > MAX_GAS ? simulation.gas : MAX_GAS
}
