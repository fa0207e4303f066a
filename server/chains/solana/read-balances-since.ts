import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpc, RpcUnavailableError, readAnswer, readResult } from '@/server/chains/rpc'
import { callMany } from './call-many'

/** The balances of a mint's token accounts after a transaction, for the accounts that it touched. */
type HeldAfter = {
  slot: bigint
  seconds: number
  units: ReadonlyMap<string, bigint>
  /** The owners of those accounts, if the node names them. */
  owners: readonly string[]
}
type Span = {
  mint: string
  /** Only transactions after this slot. */
  after: bigint
  /** Only transactions up to this moment, in Unix seconds. */
  until: number
}

const PAGE = 1_000
const listed = z.array(
  z.object({
    signature: z.string(),
    slot: z.int().nonnegative().transform(BigInt),
    blockTime: z.int(),
    err: z.unknown(),
  }),
)
type Listed = z.infer<typeof listed>

const balance = z.object({
  accountIndex: z.int().nonnegative(),
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({ amount: z.string().transform((text) => BigInt(text)) }),
})
const reply = z.object({
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })) }) }),
  meta: z.object({ preTokenBalances: z.array(balance), postTokenBalances: z.array(balance) }),
})

/**
 * The finalized transactions that name a mint, oldest first, with the balances that they left in its accounts. Every
 * instruction that moves tokens of a pausable mint names the mint. Throws RpcError, and RpcUnavailableError if a node
 * lists a transaction and does not have it.
 */
export async function readBalancesSince(chain: Chain, { mint, after, until }: Span): Promise<HeldAfter[]> {
  const matching = (await list(chain, mint, after)).filter(({ blockTime, err }) => err === null && blockTime <= until)
  const options = { encoding: 'jsonParsed', commitment: 'finalized', maxSupportedTransactionVersion: 0 }
  const oldestFirst = matching.reverse()
  const answers = await callMany(
    chain,
    oldestFirst.map(({ signature }) => ({ method: 'getTransaction', params: [signature, options] })),
  )
  return oldestFirst.map(({ signature, slot, blockTime }, n) => {
    const done = readAnswer(reply.nullable(), answers[n])
    if (!done) throw new RpcUnavailableError(`a node lists ${signature} and does not have it`)
    return { slot, seconds: blockTime, units: heldAfter(done, mint), owners: ownersIn(done, mint) }
  })
}

/** Newest first, as nodes list them. */
async function list(chain: Chain, mint: string, after: bigint): Promise<Listed> {
  const all: Listed = []
  for (;;) {
    const before = all.at(-1)?.signature
    const options = { limit: PAGE, commitment: 'finalized', ...(before !== undefined && { before }) }
    const page = readResult(listed, await callRpc(chain, 'getSignaturesForAddress', [mint, options]))
    all.push(...page.filter(({ slot }) => slot > after))
    if (page.length < PAGE || (page.at(-1)?.slot ?? 0n) <= after) return all
  }
}

function ownersIn({ meta }: z.infer<typeof reply>, mint: string): string[] {
  return meta.postTokenBalances.flatMap((each) => (each.mint === mint && each.owner ? [each.owner] : []))
}

function heldAfter({ transaction, meta }: z.infer<typeof reply>, mint: string): Map<string, bigint> {
  const own = (balances: typeof meta.preTokenBalances) =>
    balances
      .filter((each) => each.mint === mint)
      .map(({ accountIndex, uiTokenAmount }): [string, bigint] => {
        const key = transaction.message.accountKeys[accountIndex]
        if (!key) throw new RpcUnavailableError('a node reports the balance of an account that does not exist')
        return [key.pubkey, uiTokenAmount.amount]
      })
  // A closed account appears in no balance after the transaction.
  const closed = own(meta.preTokenBalances).map(([account]): [string, bigint] => [account, 0n])
  return new Map([...closed, ...own(meta.postTokenBalances)])
}
