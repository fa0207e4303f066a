import { z } from 'zod'
import type { HitKind } from '@/schemas/search/words'
import { workerCtx } from '@/server/ctx'
import { parseSearchParts } from '@/server/text/parse-search-parts'
import { PART_FINDERS } from './part-finders'

type Wanted = {
  /** Null for records of every business. */
  businessId: string | null
  kinds: readonly HitKind[]
}

const idRow = z.object({ id: z.string() })

/**
 * The ids of each kind that a part of a value leads to. The worker's role reads them, because row-level security keeps
 * a tenant's role from an index over an expression; the records are read by the role that asks.
 */
export async function findByPart(text: string, { businessId, kinds }: Wanted): Promise<Map<HitKind, string[]>> {
  const { db } = workerCtx()
  const ids = new Map<HitKind, string[]>()
  for (const { by, value } of parseSearchParts(text)) {
    for (const kind of kinds) {
      const finder = PART_FINDERS[by][kind]
      if (!finder) continue
      const rows = z.array(idRow).parse([...(await db.execute(finder(value, businessId)))])
      if (rows.length > 0) ids.set(kind, [...(ids.get(kind) ?? []), ...rows.map(({ id }) => id)])
    }
  }
  return ids
}
