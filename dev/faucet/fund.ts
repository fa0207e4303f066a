import { parseUnits } from 'viem'
import { fundEvm } from './fund-evm'
import { fundSolana } from './fund-solana'
import type { FaucetChains, FundingRequest } from './funding-request'

/** The maximum amount at a time; far below the faucet's own amount of its tokens. */
const MAX = 1_000_000n

/** The assets that can be requested, by chain; the native coin first. */
export function symbolsOf({ evm, solana }: FaucetChains): { chainId: number; symbols: string[] }[] {
  const names = (native: string, tokens: { symbol: string }[]) => [native, ...tokens.map(({ symbol }) => symbol)]
  return [
    ...evm.map(({ chainId, tokens }) => ({ chainId, symbols: names('ETH', tokens) })),
    ...solana.map(({ chainId, tokens }) => ({ chainId, symbols: names('SOL', tokens) })),
  ]
}

/**
 * Sends coins or tokens of a local chain from its faucet and waits until they are there. Answers the hash and the
 * symbol as the chain writes it. Throws a sentence for people.
 */
export async function fund(chains: FaucetChains, gift: FundingRequest): Promise<{ hash: string; symbol: string }> {
  const { chainId, amount } = gift
  if (!/^(0|[1-9]\d*)(\.\d{1,18})?$/.test(amount) || parseUnits(amount, 18) <= 0n)
    throw new Error(`${amount} is not an amount such as 100 or 0.5.`)
  if (parseUnits(amount, 18) > MAX * 10n ** 18n) throw new Error(`The faucet gives at most ${MAX} at a time.`)
  const offers = symbolsOf(chains)
  const offer = offers.find((each) => each.chainId === chainId)
  if (!offer) throw new Error(`Chain ${chainId} has no faucet here: these have one: ${idsOf(offers)}.`)
  const symbol = offer.symbols.find((each) => each.toLowerCase() === gift.symbol.toLowerCase())
  if (!symbol) throw new Error(`There is no ${gift.symbol} on chain ${chainId}: it has ${offer.symbols.join(', ')}.`)
  const evm = chains.evm.find((each) => each.chainId === chainId)
  if (evm) return { hash: await fundEvm(evm, { ...gift, symbol }), symbol }
  const cluster = chains.solana.find((each) => each.chainId === chainId)
  if (cluster) return { hash: await fundSolana(cluster, { ...gift, symbol }), symbol }
  throw new Error(`no chain ${chainId} among those that are offered`)
}

function idsOf(offers: readonly { chainId: number }[]): string {
  return offers.map(({ chainId }) => chainId).join(', ')
}
