import { lruPerProcess } from '@/db/lru-per-process'
import { currentFees, currentMarket } from '@/server/chains/evm/fees'
import {
  DELEGATION_BYTES,
  DELEGATION_GAS,
  ENVELOPE_BYTES,
  NATIVE_TRANSFER_GAS,
  OPERATION_BYTES,
  REPLACEMENTS_PERCENT,
  TRANSFER_BYTES,
} from '@/server/chains/evm/gas-figures'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import { callGasOf, relayGasOf } from '@/server/chains/evm/operation-gas'
import { isChainFault } from '@/server/chains/read-from-chain'
import { type Chain, isRelayed } from '@/server/chains/registry'

export type Call = {
  gasLimit: bigint
  dataBytes: number
  /** Whether the account may have to be delegated first. */
  delegates: boolean
}
/** The current price of gas, and the maximum fee of the first layer for everything that a call needs. */
type UnitFees = { maxFeePerGas: bigint; l1Fee: bigint }

/**
 * The maximum cost of an EVM call in wei: its gas limit, the relayer's overhead and the delegation or top-up before it,
 * at the highest fee of a replacement. The maximum fee of the first layer is added. Throws RpcUnavailableError without
 * fresh fees.
 */
export async function estimateFee(chain: Chain, call: Call): Promise<bigint> {
  return worstFeeAt(chain, call, await readUnitFees(chain, call))
}

/** The worst fee at known unit fees. */
function worstFeeAt(chain: Chain, call: Call, fees: UnitFees): bigint {
  const raised = (fees.maxFeePerGas * REPLACEMENTS_PERCENT) / 100n
  const perGas = raised < chain.maxFeePerGasCap ? raised : chain.maxFeePerGasCap
  return wholeGas(chain, call) * perGas + fees.l1Fee
}

/**
 * The expected cost of a call that is mined at once, in wei: all its gas at the current base fee and tip. Throws
 * RpcUnavailableError.
 */
export async function expectedFee(chain: Chain, call: Call): Promise<bigint> {
  const [{ baseFeePerGas, maxPriorityFeePerGas }, { l1Fee }] = await Promise.all([
    currentMarket(chain),
    readUnitFees(chain, call),
  ])
  return wholeGas(chain, call) * (baseFeePerGas + maxPriorityFeePerGas) + l1Fee
}

/** The gas of a call, the relayer's overhead, and the delegation or top-up that precedes it. */
function wholeGas(chain: Chain, { gasLimit, dataBytes, delegates }: Call): bigint {
  const gas = isRelayed(chain) ? relayGasOf(callGasOf(gasLimit), dataBytes) : gasLimit
  return gas + preparingGas(chain, delegates)
}

/**
 * The current price of gas and the fee of the first layer for such a call. Throws RpcUnavailableError without fresh
 * fees.
 */
export async function readUnitFees(chain: Chain, { dataBytes, delegates }: Omit<Call, 'gasLimit'>): Promise<UnitFees> {
  const relayedBytes = isRelayed(chain) ? OPERATION_BYTES : 0
  const [{ maxFeePerGas }, l1Fee, l1PreparingFee] = await Promise.all([
    currentFees(chain),
    l1FeeUpperBound(chain, ENVELOPE_BYTES + dataBytes + relayedBytes),
    preparingGas(chain, delegates) > 0n
      ? l1FeeUpperBound(chain, isRelayed(chain) ? DELEGATION_BYTES : TRANSFER_BYTES)
      : 0n,
  ])
  return { maxFeePerGas, l1Fee: l1Fee + l1PreparingFee }
}

/**
 * The gas of what precedes a call: the delegation of its account or, where wallets send their own transactions, a
 * top-up.
 */
function preparingGas(chain: Chain, delegates: boolean): bigint {
  if (!isRelayed(chain)) return NATIVE_TRANSFER_GAS
  return delegates ? DELEGATION_GAS : 0n
}

type Known = { fees: UnitFees; readAt: number; reading: Promise<UnitFees> | null }
const SIZE_STEP_BYTES = 64
const NOT_KNOWN: UnitFees = { maxFeePerGas: 0n, l1Fee: 0n }

/**
 * The maximum that the platform may pay for a call that it sponsors, in wei, with the top-up or delegation of the
 * wallet. It does not wait for a chain whose fees are cached: they are refreshed afterwards, and an increase is
 * reserved before the call is signed. 0n if no endpoint answers.
 */
export async function sponsoredFee(chain: Chain, { gasLimit, dataBytes }: Omit<Call, 'delegates'>): Promise<bigint> {
  const call = { gasLimit, dataBytes, delegates: isRelayed(chain) }
  const fees = await recentFees(chain, call).catch((error: unknown) => {
    if (isChainFault(error)) return NOT_KNOWN
    throw error
  })
  return worstFeeAt(chain, call, fees)
}

const cache = () => lruPerProcess<Known>('recent-fees', { max: 1_000 })

async function recentFees(chain: Chain, call: Call): Promise<UnitFees> {
  const key = `${chain.chainId} ${chain.l1Fee === 'none' ? 0 : Math.ceil(call.dataBytes / SIZE_STEP_BYTES)}`
  const cached = cache().get(key)
  if (!cached) return remember(key, await readUnitFees(chain, call))
  if (Date.now() - cached.readAt >= chain.blockTimeMs && !cached.reading) {
    cached.reading = readUnitFees(chain, call)
    cached.reading.then(
      (fees) => remember(key, fees),
      () => {
        cached.reading = null
      },
    )
  }
  return cached.fees
}

function remember(key: string, fees: UnitFees): UnitFees {
  cache().set(key, { fees, readAt: Date.now(), reading: null })
  return fees
}
