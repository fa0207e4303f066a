import { decodeAbiParameters, type Hex, isHex } from 'viem'
import { erc20Selectors } from '@/contracts/generated/erc20'
import { askChain, isChainFault } from '@/server/chains/ask-chain'
import { readDecimals } from '@/server/chains/evm/erc20'
import { type Chain, findChain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { findMint } from '@/server/chains/solana/find-mint'
import type { OperatorCtx } from '@/server/ctx'
import { isLocalStack } from '@/server/env'
import { ApiError, notFound, validationError } from '@/server/errors'
import type { DepositTokenRef, FoundTokenView } from './contract'

/** What a chain says of a token, asked of it now. Throws not_found, invalid (no token there, a test network), unavailable. */
export async function readDepositToken(
  _ctx: OperatorCtx,
  { chainId, tokenAddress }: DepositTokenRef,
): Promise<FoundTokenView> {
  const chain = await findChain(chainId)
  if (!chain || chain.rpcUrls.length === 0) throw notFound('Chain')
  // A local stack has no other chains than test networks; elsewhere their tokens are worth nothing.
  if (chain.network !== 'MAINNET' && !isLocalStack())
    throw new ApiError('failed', 'Payments are taken on main networks only')
  const decimals = await askChain(() => decimalsOf(chain, tokenAddress))
  if (decimals === null) throw validationError([`tokenAddress: no token at this address on ${chain.name}`])
  return { chainName: chain.name, symbol: await symbolOf(chain, tokenAddress), decimals }
}

async function decimalsOf(chain: Chain, tokenAddress: string): Promise<number | null> {
  if (chain.chainType === 'EVM') return readDecimals(chain, tokenAddress)
  const mint = await findMint(chain, tokenAddress)
  if (mint?.problem) throw validationError([`tokenAddress: ${mint.problem}`])
  return mint?.decimals ?? null
}

/** Null where the token does not say it. */
async function symbolOf(chain: Chain, tokenAddress: string): Promise<string | null> {
  const known = chain.tokens.find(({ address }) => address === tokenAddress)
  if (known) return known.symbol
  if (chain.chainType === 'SOLANA') return null
  const answer = await callRpc(chain, 'eth_call', [
    { to: tokenAddress, data: erc20Selectors['symbol()'] },
    'latest',
  ]).catch((error: unknown) => {
    if (isChainFault(error)) return null
    throw error
  })
  return isHex(answer) ? decodeSymbol(answer) : null
}

/** Some old tokens answer bytes, some nonsense. */
function decodeSymbol(answer: Hex): string | null {
  try {
    const [symbol] = decodeAbiParameters([{ type: 'string' }], answer)
    return /^[\w.+-]{1,12}$/.test(symbol) ? symbol : null
  } catch {
    return null
  }
}
