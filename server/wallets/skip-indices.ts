import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { businesses, recoveries } from '@/db/schema'
import { walletCounters, wallets } from '@/db/schema/wallets'
import { MAX_ADDRESS_INDEX } from '@/schemas/wallets/contract'
import type { WorkerCtx } from '@/server/ctx'
import { depositsReadBefore } from '@/server/recovery/deposits-read-before'
import { findLastFirstIndex } from '@/server/recovery/first-indices'

type Ctx = Pick<WorkerCtx, 'db'>
type TimedCtx = Pick<WorkerCtx, 'db' | 'now'>

/** More than a business uses between two backups, and a small part of 2,147,483,648. */
const SKIPPED = 100_000
/** This many more for each second since the last recovery: restores of one backup hand out different indices. */
const PER_SECOND = 4
const COUNTED_FROM_MS = Date.UTC(2026, 0)
/** Reached after 15 years. */
const CEILING = 2_000_000_000

const HAS_WALLETS = sql`exists (select from ${wallets} where ${wallets.businessId} = b.id)`
/** Above every index that any recovery treats as handed out. */
const LAST_FIRST = sql`coalesce((select max(r.first_index) from ${recoveries} r), ${SKIPPED})`
const ALSO = sql`coalesce(c.also_skipped_from, '[]')`
const NONE = sql`null::jsonb`

/**
 * Skips the next address indices of every business. After a restore it is unknown which of them were used since the
 * backup, also after an earlier restore of the same backup, and an index that is used twice gives two customers one
 * address. The first skipped ones become wallets again (`addSkippedWallets`). Returns the first index that businesses
 * get from then on.
 */
export async function skipIndices(ctx: TimedCtx): Promise<number> {
  const firstIndex = await chooseFirstIndex(ctx)
  await skip(ctx, {
    isSelected: sql`true`,
    inserted: {
      next: sql`${firstIndex}::int`,
      // With a separate signer no role of the app sees which business has a seed.
      from: sql`case when ${HAS_WALLETS} then 0 end`,
      also: NONE,
    },
    updated: {
      next: sql`least(${MAX_ADDRESS_INDEX}, greatest(${firstIndex}::int, c.next_index::bigint + ${SKIPPED}))`,
      from: sql`coalesce(c.skipped_from, c.next_index + excluded.skipped_from)`,
      // The wallets of an earlier restore may still be missing.
      also: sql`case when c.skipped_from is not null then ${ALSO} || to_jsonb(c.next_index) end`,
    },
    readTo: NONE,
  })
  return firstIndex
}

/**
 * Wallets at this index and above are missing too: they were created after an earlier restore that the newest backup
 * does not know.
 */
export function skipFrom(ctx: Ctx, { firstIndex, since }: { firstIndex: number; since: Date }): Promise<void> {
  return skip(ctx, {
    isSelected: HAS_WALLETS,
    inserted: { next: LAST_FIRST, from: sql`${firstIndex}::int`, also: NONE },
    updated: {
      next: sql`c.next_index`,
      from: sql`coalesce(c.skipped_from, excluded.skipped_from)`,
      also: sql`case when c.skipped_from is not null then ${ALSO} || to_jsonb(excluded.skipped_from) end`,
    },
    readTo: depositsReadBefore({ since, chainType: sql`t.name` }),
  })
}

/**
 * Like `skipIndices`, for a business whose seed and wallets the backup lacks: from index 0 on, and from each index that
 * restores set its counter to. Deposits are read again from the blocks at which the first recovery since the seed's
 * creation began.
 */
export function skipEveryIndex(ctx: Ctx, { businessId, madeAt }: { businessId: string; madeAt: Date }): Promise<void> {
  const firsts = sql`coalesce((select jsonb_agg(r.first_index) from ${recoveries} r where r.first_index is not null), '[]')`
  return skip(ctx, {
    isSelected: sql`b.id = ${businessId}`,
    inserted: { next: LAST_FIRST, from: sql`0`, also: firsts },
    updated: {
      next: sql`greatest(c.next_index, excluded.next_index)`,
      from: sql`0`,
      also: sql`${firsts} || to_jsonb(c.next_index)`,
    },
    readTo: depositsReadBefore({ since: madeAt, chainType: sql`t.name` }),
  })
}

const highest = z.object({ next: z.coerce.number() })

async function chooseFirstIndex({ db, now }: TimedCtx): Promise<number> {
  const [row] = await db.execute(
    sql`select coalesce(max(next_index), 0) as next from ${walletCounters} where next_index < ${CEILING}`,
  )
  const last = await findLastFirstIndex({ db })
  const seconds = Math.max(0, Math.floor((now().getTime() - (last?.since.getTime() ?? COUNTED_FROM_MS)) / 1_000))
  const next = Math.max(highest.parse(row).next, last?.firstIndex ?? 0)
  return Math.min(CEILING, next + SKIPPED + seconds * PER_SECOND)
}

/** The counter's next index, the first skipped one, and others from which on wallets are missing. */
type Counter = Record<'next' | 'from' | 'also', SQL>
type SkipInput = { isSelected: SQL; inserted: Counter; updated: Counter; readTo: SQL }

async function skip({ db }: Ctx, { isSelected, inserted, updated, readTo }: SkipInput): Promise<void> {
  await db.execute(sql`
    insert into ${walletCounters} as c (business_id, chain_type, next_index, skipped_from, also_skipped_from, deposits_read_to)
    select b.id, t.name, ${inserted.next}, ${inserted.from}, ${inserted.also}, ${readTo}
    from ${businesses} b cross join (values ('EVM'), ('SOLANA')) as t (name) where ${isSelected}
    on conflict (business_id, chain_type) do update set next_index = ${updated.next}, skipped_from = ${updated.from},
      also_skipped_from = ${updated.also}, deposits_read_to = coalesce(c.deposits_read_to, excluded.deposits_read_to)`)
}
