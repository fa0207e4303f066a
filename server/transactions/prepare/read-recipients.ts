import { readFromChain } from '@/server/chains/read-from-chain'
import { type Chain, findChain } from '@/server/chains/registry'
import type { DecodedMessage } from '@/server/chains/solana/decode-message'
import { hasAccountsBehind, readAccountsBehind } from '@/server/chains/solana/read-accounts-behind'
import { refusal, validationError } from '@/server/errors'
import { addressesInTransaction } from '@/server/screening/addresses-in-transaction'

const MAINNET = 101

/**
 * The addresses that may get something by a Solana message that `wallet` signs. Those it does not name itself are read
 * from the final state of its chain, and of the mainnet as well: a message does not say which cluster it is for. A
 * message that moves coins alone asks no chain. Throws invalid (a lookup table or the owner of a token account is not
 * known), not_found (no endpoint), unavailable.
 */
export async function readRecipients(
  chain: Chain,
  { message, wallet }: { message: DecodedMessage; wallet: string },
): Promise<string[]> {
  const named = addressesInTransaction(message)
  if (!hasAccountsBehind(message)) return named
  if (chain.rpcUrls.length === 0) throw refusal('chain_unavailable')
  const mainnet = chain.chainId === MAINNET ? null : await findChain(MAINNET)
  const [own, ofMainnet] = await readFromChain(() =>
    Promise.all([
      readAccountsBehind(chain, message),
      mainnet && mainnet.rpcUrls.length > 0 ? readAccountsBehind(mainnet, message) : null,
    ]),
  )
  if (!own.isWhole) throw validationError([`transaction.serialized: a lookup table, or an entry of it, is not final`])
  // The wallet itself is no token account, so that nothing can be paid there.
  const unowned = own.unowned.find((address) => address !== wallet)
  if (unowned !== undefined)
    throw validationError([`transaction.serialized: the token account ${unowned} is not final: its owner is not known`])
  return [...new Set([...named, ...own.addresses, ...(ofMainnet?.addresses ?? [])])]
}
