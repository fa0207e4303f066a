import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { findMint } from '@/server/chains/solana/find-mint'
import { parseTokenAccount } from '@/server/chains/solana/parse-token-account'
import { accountCalls, type Commitment, toAccounts } from '@/server/chains/solana/read-accounts'
import type { Holdings } from './holdings'

const inContext = z.object({ context: z.object({ slot: z.int().nonnegative().transform(BigInt) }) })

/**
 * The balances of these addresses in SOL and, in their associated accounts, in each known token of a cluster. Where
 * reading took several slots, it returns the lowest. Throws RpcUnavailableError, RpcError.
 */
export async function readSolanaHoldings(
  chain: Chain,
  addresses: readonly string[],
  commitment: Commitment = 'confirmed',
): Promise<Holdings> {
  const mints = await Promise.all(chain.tokens.map(({ address }) => findMint(chain, address)))
  const accountLists = addresses.map((owner) => [
    owner,
    ...chain.tokens.map(({ address: mint }, n) => {
      const programId = mints[n]?.programId
      return programId ? associatedAccount({ owner, mint, programId }) : null
    }),
  ])
  const all = accountLists.flat().filter((address) => address !== null)
  const answers = await callRpcBatch(chain, accountCalls(all, commitment))
  const slots = answers.map((answer) => readAnswer(inContext, answer).context.slot)
  const accounts = toAccounts(all, answers)
  const holdings = accountLists.map(([owner = null, ...held]): [string, (bigint | null)[]] => [
    owner ?? '',
    [owner === null ? 0n : (accounts.get(owner)?.lamports ?? 0n), ...held.map(unitsIn)],
  ])
  const [blockNumber = 0n] = slots.sort((one, other) => (one < other ? -1 : 1))
  return { blockNumber, ofAddress: new Map(holdings) }

  /** The units are unknown for a mint that cannot be read; an account that was never made holds nothing. */
  function unitsIn(address: string | null): bigint | null {
    if (address === null) return null
    const account = accounts.get(address)
    return account ? (parseTokenAccount(account)?.amountUnits ?? null) : 0n
  }
}
