import { z } from 'zod'
import { HIT_KINDS, type HitKind } from '@/schemas/search/words'
import type { TenantCtx } from '@/server/ctx'
import { parseSearchTerm } from '@/server/text/parse-search-term'
import { FINDERS, type Found, foundRow, type SearchBy } from './finders'

type Handle = Pick<TenantCtx, 'db'>
type FoundByText = {
  /** Whether the text has the form of an id, a hash, an address, a payment reference or an e-mail address. */
  isTerm: boolean
  /** The rows of each kind, one more than is shown where there are more. */
  found: Found[][]
}

/**
 * Everything of these kinds under an id, a hash, an address, a URL, an account number or a customer's reference,
 * exactly, and businesses by the beginning of their name, as far as the role of the handle sees it.
 */
export async function findByText(
  { db }: Handle,
  text: string,
  kinds: readonly HitKind[] = HIT_KINDS,
): Promise<FoundByText> {
  const term = parseSearchTerm(text)
  const named = await findBy({ db }, { by: 'customerReference', value: text.normalize('NFC') }, kinds)
  const own = term ? await findBy({ db }, term, kinds) : await findBy({ db }, { by: 'name', value: text.trim() }, kinds)
  return { isTerm: term !== null, found: kinds.map((kind) => ofKind(kind, [...own, ...named])) }
}

async function findBy(
  { db }: Handle,
  { by, value }: { by: SearchBy; value: string },
  kinds: readonly HitKind[],
): Promise<Found[]> {
  const found: Found[] = []
  for (const kind of kinds) {
    const finder = FINDERS[by][kind]
    if (!finder) continue
    const rows = z.array(foundRow).parse([...(await db.execute(finder(value)))])
    found.push(...rows.map((row) => ({ ...row, kind })))
  }
  return found
}

/** Each once, also if it was found in two ways. */
function ofKind(wanted: HitKind, found: readonly Found[]): Found[] {
  return [...new Map(found.filter(({ kind }) => kind === wanted).map((row) => [row.id, row])).values()]
}
