import { z } from 'zod'
import { HIT_KINDS, type HitKind } from '@/schemas/search/words'
import { type TenantCtx, workerCtx } from '@/server/ctx'
import { parseHashPrefix } from '@/server/text/parse-hash-prefix'
import { parseSearchParts } from '@/server/text/parse-search-parts'
import { parseSearchTerm, type SearchTerm } from '@/server/text/parse-search-term'
import { createdByKey, createdByKeyOfAll, FINDERS, type Found, foundRow, type SearchBy } from './finders'
import { PART_FINDERS } from './part-finders'

/** `0x` and 64 digits. */
const WHOLE_HASH = 66

const idRow = z.object({ id: z.string() })

type Handle = Pick<TenantCtx, 'db'> & {
  /** Null for records of every business. */
  businessId: string | null
}
type FoundByText = {
  /** Whether the text has the form of an id, a hash or its beginning, an address, a payment reference or an email. */
  isTerm: boolean
  /** The rows of each kind, and one more than is shown if there are more. */
  found: Found[][]
}

/**
 * Finds everything of these kinds by an id, a hash, an address, a URL, an account number, a customer's reference or an
 * idempotency key, exactly, as far as the role of the handle may read it. A transaction hash is also found by its
 * beginning, names (also of keys) by their words, addresses by their first or last four characters, and keys by their
 * last four.
 */
export async function findByText(
  handle: Handle,
  text: string,
  kinds: readonly HitKind[] = HIT_KINDS,
): Promise<FoundByText> {
  const term = parseSearchTerm(text)
  const prefix = parseHashPrefix(text)
  const found: Found[] = []
  for (const search of searchesFor(text, term, prefix)) found.push(...(await findBy(handle, search, kinds)))
  found.push(...(await findMadeBy(handle, text.trim(), kinds)))
  if (term === null || term.by === 'reference') found.push(...(await findParts(handle, text, kinds)))
  return { isTerm: term !== null || prefix !== null, found: kinds.map((kind) => ofKind(kind, found)) }
}

type Search = { by: SearchBy; value: string }

function searchesFor(text: string, term: SearchTerm | null, prefix: string | null): Search[] {
  const isWholeHash = prefix !== null && prefix.length === WHOLE_HASH
  return [
    term ?? { by: 'name', value: text.trim() },
    ...(prefix ? [{ by: isWholeHash ? 'hash' : 'hashPrefix', value: prefix } as const] : []),
    { by: 'customerReference', value: text.normalize('NFC') },
    { by: 'idempotencyKey', value: text.trim() },
  ]
}

/** The records that requests with this idempotency key created. */
async function findMadeBy(handle: Handle, key: string, kinds: readonly HitKind[]): Promise<Found[]> {
  const { db, businessId } = handle
  const rows = await db.execute(businessId === null ? createdByKeyOfAll(key) : createdByKey(key, businessId))
  const ids = z.array(idRow).parse([...rows])
  if (ids.length === 0) return []
  return findBy(handle, { by: 'madeBy', value: `{${ids.map(({ id }) => id).join(',')}}` }, kinds)
}

/** The records that match a part of a value. */
async function findParts(handle: Handle, text: string, kinds: readonly HitKind[]): Promise<Found[]> {
  const found: Found[] = []
  for (const [kind, ids] of await findByPart(text, { businessId: handle.businessId, kinds })) {
    found.push(...(await findBy(handle, { by: 'ids', value: `{${ids.join(',')}}` }, [kind])))
  }
  return found
}

/**
 * The ids of each kind that match a part of a value. They are read as the worker's role, because row-level security
 * prevents a tenant's role from using an index over an expression. The records are read as the caller's role.
 */
async function findByPart(
  text: string,
  { businessId, kinds }: { businessId: string | null; kinds: readonly HitKind[] },
): Promise<Map<HitKind, string[]>> {
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

/** People belong to no tenant, so the worker's role reads them. */
async function findBy({ db, businessId }: Handle, { by, value }: Search, kinds: readonly HitKind[]): Promise<Found[]> {
  const found: Found[] = []
  for (const kind of kinds) {
    const finder = FINDERS[by][kind]
    if (!finder) continue
    const reader = kind === 'person' ? workerCtx().db : db
    const rows = z.array(foundRow).parse([...(await reader.execute(finder(value)))])
    const own = rows.filter((row) => businessId === null || row.business_id === businessId)
    found.push(...own.map((row) => ({ ...row, kind })))
  }
  return found
}

/** Each record once, even if it was found in two ways. */
function ofKind(hitKind: HitKind, found: readonly Found[]): Found[] {
  return [...new Map(found.filter(({ kind }) => kind === hitKind).map((row) => [row.id, row])).values()]
}
