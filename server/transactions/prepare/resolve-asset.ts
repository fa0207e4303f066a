import { type Address, getAddress, isAddress } from 'viem'
import { lruPerProcess } from '@/db/lru-per-process'
import { readDecimals } from '@/server/chains/evm/erc20'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { validationError } from '@/server/errors'
import type { TransferInput } from './transfer-body'

/** The asset of a transfer: the native coin (`tokenAddress` null) or a token. */
export type Asset = {
  tokenAddress: string | null
  decimals: number
  /** Null for a token the platform does not know. */
  symbol: string | null
}

/** The recipient and the asset of a transfer, on any kind of chain. */
export type TransferTarget = { toAddress: string; asset: Asset; amountUnits: bigint }

const knownDecimals = () => lruPerProcess<number>('token-decimals', { max: 10_000 })

/**
 * The asset that a transfer names. A known token needs no request; the decimals of an unknown contract are read once.
 * Throws invalid if there is no such token, unavailable if the chain does not answer.
 */
export async function resolveAsset(chain: Chain, input: Pick<TransferInput, 'tokenAddress' | 'cNGN'>): Promise<Asset> {
  if (input.cNGN) return knownToken(chain, 'cNGN')
  if (!input.tokenAddress) return { tokenAddress: null, decimals: chain.nativeDecimals, symbol: chain.nativeSymbol }
  const tokenAddress = evmAddress('tokenAddress', input.tokenAddress)
  const supported = chain.tokens.find((token) => token.address === tokenAddress)
  if (supported) return { tokenAddress, decimals: supported.decimals, symbol: supported.symbol }
  return { tokenAddress, decimals: await askDecimals(chain, tokenAddress), symbol: null }
}

/** An EVM address in checksummed form. All-lower and all-upper case are taken; a wrong checksum is refused. */
export function evmAddress(field: string, text: string): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw validationError([`${field}: must be an EVM address`])
  const hex = text.slice(2)
  const isUniform = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  if (!isUniform && !isAddress(text)) throw validationError([`${field}: address checksum does not match`])
  return getAddress(`0x${hex.toLowerCase()}`)
}

function knownToken(chain: Chain, symbol: string): Asset {
  const token = chain.tokens.find((candidate) => candidate.symbol === symbol)
  if (!token) throw validationError([`cNGN: not available on chain ${chain.chainId}`])
  return { tokenAddress: evmAddress('cNGN', token.address), decimals: token.decimals, symbol }
}

async function askDecimals(chain: Chain, tokenAddress: Address): Promise<number> {
  const key = `${chain.chainId}:${tokenAddress}`
  const cached = knownDecimals().get(key)
  if (cached !== undefined) return cached
  const decimals = await readFromChain(() => readDecimals(chain, tokenAddress))
  if (decimals === null)
    throw validationError([`tokenAddress: no ERC-20 token at this address on chain ${chain.chainId}`])
  knownDecimals().set(key, decimals)
  return decimals
}
