import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callEveryEndpoint, RpcUnavailableError, readAnswer } from '@/server/chains/rpc'
import { callMany } from './call-many'
import { decodeTransaction } from './decode-transaction'
import { PROGRAMS } from './programs'

const PAGE = 1_000
/** Enough for a million transactions of the fee payer; a search beyond that needs another way. */
const MAX_PAGES = 1_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A transaction of the fee payer, by the id in its memo. */
type MemoedTransaction = { intentId: string; signature: string; raw: Uint8Array; landedAt: Date }

type Search = {
  feePayer: string
  /** Endpoints that have not seen this slot are left out: their lists end before it. */
  minSlot: number
  /** The signatures among these that the caller knows, and whether the search ends: older ones are not needed. */
  findKnown: (signatures: readonly string[]) => Promise<ReadonlyMap<string, { isEnd: boolean }>>
}

const listed = z.array(
  z.object({
    signature: z.string(),
    slot: z.int().nonnegative(),
    blockTime: z.int().nullable(),
    memo: z.string().nullable(),
  }),
)
type Listed = z.infer<typeof listed>[number]

/**
 * The finalized transactions that a fee payer paid for and that have an id in their memo, from the newest back to one
 * that ends the search, without those that the caller knows. All endpoints are queried, because history differs between
 * providers. A forger of a memo cannot sign as the fee payer. Throws RpcUnavailableError.
 */
export async function readMemos(chain: Chain, search: Search): Promise<MemoedTransaction[]> {
  const candidates = (await listAll(chain, search)).filter(({ memo }) => memo !== null)
  const signatures = candidates.map(({ signature }) => signature)
  const paid = await readPaidBy(chain, signatures, { feePayer: search.feePayer, commitment: 'finalized' })
  return candidates.flatMap(({ signature, blockTime }) => {
    const found = paid.get(signature)
    return found ? [{ ...found, signature, landedAt: new Date((blockTime ?? 0) * 1_000) }] : []
  })
}

/**
 * The transactions among these that the fee payer paid for and that carry an id in their memo, by signature. Throws
 * RpcUnavailableError.
 */
export async function readPaidBy(
  chain: Chain,
  signatures: readonly string[],
  { feePayer, commitment }: { feePayer: string; commitment: 'confirmed' | 'finalized' },
): Promise<Map<string, { intentId: string; raw: Uint8Array }>> {
  const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 }
  const answers = await callMany(
    chain,
    signatures.map((signature) => ({ method: 'getTransaction', params: [signature, options] })),
  )
  const paid = new Map<string, { intentId: string; raw: Uint8Array }>()
  for (const [index, signature] of signatures.entries()) {
    const found = readAnswer(stored.nullable(), answers[index])
    if (!found) throw new RpcUnavailableError(`a node lists ${signature} and does not have it`)
    const raw = Buffer.from(found.transaction[0], 'base64')
    const intentId = idIn(raw, feePayer)
    if (intentId !== null) paid.set(signature, { intentId, raw })
  }
  return paid
}

const stored = z.object({ transaction: z.tuple([z.string(), z.literal('base64')]) })

async function listAll(chain: Chain, { feePayer, minSlot, findKnown }: Search): Promise<Listed[]> {
  const all = new Map<string, Listed>()
  let before: string | undefined
  for (let read = 0; read < MAX_PAGES; read++) {
    const from = { minContextSlot: minSlot, ...(before !== undefined && { before }) }
    const options = { limit: PAGE, commitment: 'finalized', ...from }
    const responses = await callEveryEndpoint(chain, [
      { method: 'getSignaturesForAddress', params: [feePayer, options] },
    ])
    const pages = responses.flatMap(({ answers }) => {
      const page = answers?.[0]?.error ? undefined : listed.safeParse(answers?.[0]?.result).data
      return page ? [page] : []
    })
    if (pages.length === 0) throw new RpcUnavailableError('no endpoint lists the transactions of the fee payer')
    const storedMemos = await findKnown(pages.flat().map(({ signature }) => signature))
    for (const each of pages.flat()) if (!storedMemos.has(each.signature)) all.set(each.signature, each)
    // The page that reaches back least: older entries of the other pages are read again with the next page.
    const next = pages
      .filter((page) => page.length === PAGE && !page.some(({ signature }) => storedMemos.get(signature)?.isEnd))
      .map((page) => page.at(-1))
      .sort((a, b) => (b?.slot ?? 0) - (a?.slot ?? 0))[0]
    if (!next) return [...all.values()]
    before = next.signature
  }
  throw new RpcUnavailableError('the fee payer has more transactions than are read at once')
}

/** Null if another account pays, or no memo is an id. */
function idIn(raw: Uint8Array, feePayer: string): string | null {
  const { message } = decodeTransaction(raw)
  if (message.accountKeys[0] !== feePayer) return null
  for (const { programIndex, data } of message.instructions) {
    const text = Buffer.from(data).toString('utf8')
    if (message.accountKeys[programIndex] === PROGRAMS.memo && UUID.test(text)) return text
  }
  return null
}
