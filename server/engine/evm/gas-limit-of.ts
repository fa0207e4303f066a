import { encodeTransfer } from '@/server/chains/evm/erc20'
import { DELEGATION_GAS, ENVELOPE_BYTES, OPERATION_BYTES } from '@/server/chains/evm/gas-figures'
import { transferGasLimit } from '@/server/chains/evm/gas-limit'
import { callGasOf, relayGasOf } from '@/server/chains/evm/operation-gas'
import type { Chain } from '@/server/chains/registry'
import { createsContract } from '@/server/engine/to-transaction'
import type { Queued } from './load-queue'

type Called = Pick<Queued, 'type' | 'toAddress' | 'tokenAddress' | 'callData' | 'amountUnits'>
type Wallets = Pick<Queued, 'walletId' | 'laneWalletId'>

/** The call a queued transaction makes in its owner's name; without `to` it creates a contract. */
export function callOf({ type, toAddress, tokenAddress, callData, amountUnits }: Called): {
  to: string | null
  value: bigint
  data: string
} {
  if (tokenAddress) return { to: tokenAddress, value: 0n, data: encodeTransfer(toAddress, amountUnits) }
  const to = createsContract({ type, toAddress }) ? null : toAddress
  return { to, value: amountUnits, data: callData ?? '0x' }
}

/** Whether a relayer submits it, as an operation that the owner signs. */
export function usesRelayer({ walletId, laneWalletId }: Wallets): boolean {
  return walletId !== laneWalletId
}

/** Gas limit of the bare call, as if its owner sent it. */
export async function ownGasLimitOf(chain: Chain, queued: Queued): Promise<bigint> {
  if (queued.gasLimit !== null) return queued.gasLimit
  const { owner, toAddress, tokenAddress, amountUnits } = queued
  return transferGasLimit(chain, { from: owner.address, toAddress, tokenAddress, amountUnits })
}

/** Gas limit of the transaction that submits `queued`, if it were signed now. */
export async function gasLimitOf(chain: Chain, queued: Queued): Promise<bigint> {
  if (queued.type === 'DELEGATE') return DELEGATION_GAS
  const own = await ownGasLimitOf(chain, queued)
  if (!usesRelayer(queued)) return own
  return relayGasOf(callGasOf(own), dataBytesOf(queued))
}

/** Length of the signed transaction, at most. */
export function rawSizeOf(queued: Called & Wallets): number {
  return (
    ENVELOPE_BYTES + dataBytesOf(queued) + (usesRelayer(queued) || queued.type === 'DELEGATE' ? OPERATION_BYTES : 0)
  )
}

/** Length of the calldata of its call. */
export function dataBytesOf(queued: Called): number {
  return (callOf(queued).data.length - 2) / 2
}
