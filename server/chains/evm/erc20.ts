import { z } from 'zod'
import { erc20Selectors } from '@/contracts/generated/erc20'
import type { Chain } from '@/server/chains/registry'
import { callRpc, type RpcCall } from '@/server/chains/rpc'

const TRANSFER = erc20Selectors['transfer(address,uint256)']
const BALANCE_OF = erc20Selectors['balanceOf(address)']
const DECIMALS = erc20Selectors['decimals()']

/** Calldata of `transfer(address,uint256)`. */
export function encodeTransfer(toAddress: string, amountUnits: bigint): `0x${string}` {
  // starts with 0x by construction
  return `${TRANSFER}${word(toAddress)}${amountUnits.toString(16).padStart(64, '0')}` as `0x${string}`
}

/**
 * Whether the return value (hex) of a token's transfer is a refusal: EIP-20 lets it return false instead of reverting.
 * Older tokens return nothing, which means success.
 */
export function isRefusedTransfer(returned: string): boolean {
  return /^0x0{64}/.test(returned)
}

/** The call that reads a balance, by default at the newest block. */
export function balanceOfCall(tokenAddress: string, owner: string, block = 'latest'): RpcCall {
  return { method: 'eth_call', params: [{ to: tokenAddress, data: BALANCE_OF + word(owner) }, block] }
}

/** Decimals of a token contract, or null if the address holds no ERC-20. */
export async function readDecimals(chain: Chain, tokenAddress: string): Promise<number | null> {
  try {
    const answer = await callRpc(chain, 'eth_call', [{ to: tokenAddress, data: DECIMALS }, 'latest'])
    const decimals = z
      .string()
      .regex(/^0x[0-9a-f]{64}$/i)
      .safeParse(answer)
    if (!decimals.success) return null
    const value = BigInt(decimals.data)
    return value <= 77n ? Number(value) : null
  } catch (error) {
    if (error instanceof Error && error.name === 'RpcError') return null
    throw error
  }
}

function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
