import { lruPerProcess } from '@/db/lru-per-process'
import type { Chain } from '@/server/chains/registry'
import { callRpc, readResult } from '@/server/chains/rpc'
import { encodeTransfer } from './erc20'
import { ESTIMATE_MARGIN_PERCENT, NATIVE_TRANSFER_GAS } from './gas-figures'
import { bytes, quantity } from './read-latest-quantities'

/** Covers a recipient whose balance slot is empty, if the estimate was made for one with a balance. */
const TOKEN_MARGIN_PERCENT = 150n
const FALLBACK_TOKEN_GAS = 120_000n
/** A token for registered holders: its gas depends on the holders, and on the second in which it is mined. */
const RESTRICTED_TOKEN_GAS = 400_000n
const MAX_AGE_MS = 10 * 60_000

type Call = { from: string; toAddress: string; tokenAddress: string | null; amountUnits: bigint }
const limits = () => lruPerProcess<{ gasLimit: bigint; readAt: number }>('gas-limits', { max: 10_000 })

/** The gas limit that is known without a call: the one read before, else a generous one. */
export function knownTransferGasLimit(
  { chainId }: Chain,
  { toAddress, tokenAddress }: Omit<Call, 'from' | 'amountUnits'>,
): bigint {
  return limits().get(`${chainId}:${tokenAddress ?? `native:${toAddress}`}`)?.gasLimit ?? FALLBACK_TOKEN_GAS
}

/**
 * The gas limit of a transfer. For tokens: one estimate per token every ten minutes, to a new recipient, plus half of
 * it. If only this recipient may hold the token, a generous estimate, because unused gas costs nothing. For coins:
 * 21,000, or an estimate if the recipient has code.
 */
export async function transferGasLimit(chain: Chain, call: Call): Promise<bigint> {
  const key = `${chain.chainId}:${call.tokenAddress ?? `native:${call.toAddress}`}`
  const cached = limits().get(key)
  if (cached && Date.now() - cached.readAt < MAX_AGE_MS) return cached.gasLimit
  const gasLimit = call.tokenAddress ? await tokenGas(chain, call, call.tokenAddress) : await nativeGas(chain, call)
  if (gasLimit === null) return FALLBACK_TOKEN_GAS
  limits().set(key, { gasLimit, readAt: Date.now() })
  return gasLimit
}

/** Null if the sender has no units to transfer now, which says nothing about the token. */
async function tokenGas(chain: Chain, call: Call, tokenAddress: string): Promise<bigint | null> {
  const { from, toAddress, amountUnits } = call
  const estimate = (to: string, units: bigint) =>
    estimateGas(chain, { from, to: tokenAddress, data: encodeTransfer(to, units) })
  const withMargin = (gas: bigint, least: bigint) => {
    const raised = (gas * TOKEN_MARGIN_PERCENT) / 100n
    return raised > least ? raised : least
  }
  const toAnybody = await estimate(FRESH_RECIPIENT, 1n)
  if (toAnybody !== null) return withMargin(toAnybody, FALLBACK_TOKEN_GAS)
  const toThis = await estimate(toAddress, amountUnits)
  return toThis === null ? null : withMargin(toThis, RESTRICTED_TOKEN_GAS)
}

async function nativeGas(chain: Chain, call: Call): Promise<bigint> {
  const code = readResult(bytes, await callRpc(chain, 'eth_getCode', [call.toAddress, 'latest']))
  if (code === '0x') return NATIVE_TRANSFER_GAS
  const estimate = await estimateGas(chain, { from: call.from, to: call.toAddress, value: '0x1' })
  return estimate === null ? FALLBACK_TOKEN_GAS : (estimate * ESTIMATE_MARGIN_PERCENT) / 100n
}

/** Null when the call reverts for this sender: its own state decides later, on chain. */
async function estimateGas(chain: Chain, call: Record<string, string>): Promise<bigint | null> {
  try {
    return readResult(quantity, await callRpc(chain, 'eth_estimateGas', [call]))
  } catch (error) {
    if (error instanceof Error && error.name === 'RpcError') return null
    throw error
  }
}

const FRESH_RECIPIENT = '0x00000000000000000000000000000000000f5e5a'
