import { decodeAbiParameters, type Hex, isHex } from 'viem'
import { erc20Selectors } from '@/contracts/generated/erc20'
import type { ChainTokenRef, FoundToken } from '@/schemas/chains/tokens/contract'
import { readDecimals } from '@/server/chains/evm/erc20'
import { takesFee } from '@/server/chains/evm/takes-fee'
import { isChainFault, readFromChain } from '@/server/chains/read-from-chain'
import { type Chain, findChain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { findMint } from '@/server/chains/solana/find-mint'
import { TAKES_FEE } from '@/server/chains/token-texts'
import type { OperatorCtx } from '@/server/ctx'
import { notFound, validationError } from '@/server/errors'

/**
 * Reads a token from a served chain now. Throws not_found, unavailable, and invalid: no token at that address, or a
 * token whose recipients get less than was sent.
 */
export async function readToken(_ctx: OperatorCtx, { chainId, tokenAddress }: ChainTokenRef): Promise<FoundToken> {
  const chain = await findChain(chainId)
  if (!chain || chain.rpcUrls.length === 0) throw notFound('Chain')
  const decimals = await readFromChain(() => decimalsOf(chain, tokenAddress))
  if (decimals === null) throw validationError([`tokenAddress: no token at this address on ${chain.name}`])
  // A mint on Solana states its fee itself.
  const fee = chain.chainType === 'EVM' ? await readFromChain(() => takesFee(chain, tokenAddress)) : false
  if (fee) throw validationError([`tokenAddress: ${TAKES_FEE}`])
  return { chainName: chain.name, symbol: await symbolOf(chain, tokenAddress), decimals, takesFee: fee }
}

async function decimalsOf(chain: Chain, tokenAddress: string): Promise<number | null> {
  if (chain.chainType === 'EVM') return readDecimals(chain, tokenAddress)
  const mint = await findMint(chain, tokenAddress)
  if (mint?.problem) throw validationError([`tokenAddress: ${mint.problem}`])
  return mint?.decimals ?? null
}

/** Null if the token does not report a symbol. */
async function symbolOf(chain: Chain, tokenAddress: string): Promise<string | null> {
  const supported = chain.tokens.find(({ address }) => address === tokenAddress)
  if (supported) return supported.symbol
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

/** Some old tokens return bytes, some invalid data. */
function decodeSymbol(answer: Hex): string | null {
  try {
    const [symbol] = decodeAbiParameters([{ type: 'string' }], answer)
    return /^[\w.+-]{1,12}$/.test(symbol) ? symbol : null
  } catch {
    return null
  }
}
