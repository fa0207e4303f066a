import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { NonceCell } from '@/schemas/lanes/contract'
import type { OperatorCtx } from '@/server/ctx'

/** Nonces shown per lane, and the number of used ones shown before the first open one. */
const MAX_CELLS = 48
const USED_BEFORE = 4

type Lane = { chainId: number; address: string; nextNonce: number | null; head: number | null }

const nonceRow = z.object({
  chainId: z.number(),
  address: z.string(),
  nonce: z.number(),
  id: z.string(),
  isOpen: z.boolean(),
  isCancelled: z.boolean(),
})

/** The nonce map of each lane, in the order of `lanes`: from shortly before its lowest unmined nonce on. */
export async function readCells(db: OperatorCtx['db'], lanes: readonly Lane[]): Promise<NonceCell[][]> {
  const ranges = lanes.map(({ chainId, address, nextNonce, head }) => {
    const end = nextNonce ?? 0
    const from = Math.max(0, (head ?? end) - USED_BEFORE)
    return { chainId, address, from, to: Math.min(end, from + MAX_CELLS) }
  })
  if (ranges.length === 0) return []
  const rows = await db.execute(sql`
    select t.chain_id as "chainId", t.sender_address as address, t.nonce::float8 as nonce, t.id, t.cancel_requested_at is not null as "isCancelled",
      t.status = 'PENDING' and t.stage in ('signed', 'broadcast') as "isOpen"
    from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as r("chainId" int, address text, "from" bigint, "to" bigint)
    join transactions t on t.chain_id = r."chainId" and t.sender_address = r.address and t.nonce >= r."from" and t.nonce < r."to"`)
  const held = new Map(
    z
      .array(nonceRow)
      .parse([...rows])
      .map((row) => [`${row.chainId} ${row.address} ${row.nonce}`, row]),
  )
  return ranges.map(({ chainId, address, from, to }, index) =>
    Array.from({ length: Math.max(0, to - from) }, (_, step): NonceCell => {
      const nonce = from + step
      const row = held.get(`${chainId} ${address} ${nonce}`)
      if (row) return { nonce, state: stateOf(row), transactionId: row.id }
      // Below the first open nonce, a nonce without a row was used outside the platform.
      const head = lanes[index]?.head ?? null
      return { nonce, state: head !== null && nonce > head ? 'hole' : 'used', transactionId: null }
    }),
  )
}

function stateOf({ isOpen, isCancelled }: z.infer<typeof nonceRow>): NonceCell['state'] {
  if (!isOpen) return 'used'
  return isCancelled ? 'cancelling' : 'in_flight'
}
