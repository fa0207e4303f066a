import { and, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type {
  ExceptionFilter,
  ExceptionPage,
  ExceptionPartInput,
  ExceptionView,
  ShownException,
} from '@/schemas/exceptions/contract'
import { EXCEPTION_KINDS, type ExceptionKind } from '@/schemas/exceptions/words'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { PART_SIZE } from '@/server/paging-after'
import { actorNames } from '@/server/people/actor-names'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import type { Part } from '@/server/text/csv-list'
import { EXCEPTION_SOURCES } from './sources'
import { toCursor, toException, type WaitingRow } from './view'

type ExceptionCtx = Pick<OperatorCtx, 'db' | 'now'>
type ExceptionConditions = Omit<ExceptionFilter, 'page'>

/** All money that waits for an operator, oldest first. */
export async function listExceptions(
  ctx: ExceptionCtx,
  { page, ...conditions }: ExceptionFilter,
): Promise<ExceptionPage> {
  const window = sql`limit ${PAGE_SIZE} offset ${offsetOf(page)}`
  const rows = await readRows(ctx, { conditions, window })
  const total = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from ${waiting(ctx, conditions)}`)
  return { items: await loadRows(ctx, rows), total: total[0]?.n ?? 0, page, pageSize: PAGE_SIZE }
}

/** The matching exceptions from a position in the list on. */
export async function listExceptionsAfter(
  ctx: ExceptionCtx,
  { after, ...conditions }: ExceptionPartInput,
): Promise<Part<ExceptionView>> {
  const from = after ? sql`(w.at, w.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : undefined
  // One deposit may wait as two kinds since the same moment: a part ends with both.
  const rows = await readRows(ctx, { conditions, from, window: sql`fetch first ${PART_SIZE} rows with ties` })
  const last = rows.length < PART_SIZE ? undefined : rows.at(-1)
  return { items: await loadRows(ctx, rows), next: last ? toCursor(last) : null }
}

const moment = z.string().transform((text) => new Date(text))
const waitingRow = z.object({
  id: z.string(),
  kind: z.enum(EXCEPTION_KINDS),
  at: moment,
  businessId: z.string().nullable(),
  businessName: z.string().nullable(),
})

/** The rows of the selected kinds, as `from` of a query: `w` is the row, `b` its business. */
export function waiting({ now }: Pick<ExceptionCtx, 'now'>, { kind, businessId, search }: ExceptionConditions): SQL {
  const kinds = kind === undefined ? EXCEPTION_KINDS : [kind]
  const all = kinds.map((one) => sql`select ${one}::text as kind, k.* from (${EXCEPTION_SOURCES[one].rows(now())}) k`)
  // Money without a known business belongs to the platform's own.
  const named = sql`left join businesses b on b.id = w.business_id and b.id <> ${PLATFORM_BUSINESS_ID}::uuid`
  const isFound = and(
    businessId === undefined ? undefined : sql`b.id = ${businessId}::uuid`,
    search ? sql`position(lower(${search}) in lower(concat_ws(' ', w.search, w.id, b.name))) > 0` : undefined,
  )
  return sql`(${sql.join(all, sql` union all `)}) w ${named} where ${isFound ?? sql`true`}`
}

type Window = { conditions: ExceptionConditions; from?: SQL; window: SQL }

async function readRows(ctx: ExceptionCtx, { conditions, from, window }: Window): Promise<WaitingRow[]> {
  const rows = await ctx.db.execute(sql`
    select w.id, w.kind, to_char(w.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      b.id as "businessId", b.name as "businessName"
    from ${waiting(ctx, conditions)} and ${from ?? sql`true`}
    order by w.at, w.id ${window}`)
  return z
    .array(waitingRow)
    .parse([...rows])
    .map(({ businessId, businessName, ...row }) => ({
      ...row,
      business: businessId && businessName ? { id: businessId, name: businessName } : null,
    }))
}

/** The views of these rows, in their order. A row that was decided meanwhile is left out. */
async function loadRows(ctx: ExceptionCtx, rows: readonly WaitingRow[]): Promise<ExceptionView[]> {
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const shown = new Map<ExceptionKind, Map<string, ShownException<ExceptionKind>>>()
  for (const kind of kinds) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
    shown.set(kind, await EXCEPTION_SOURCES[kind].load(ctx, ids))
  }
  const found = rows.flatMap((row) => {
    const one = shown.get(row.kind)?.get(row.id)
    return one ? [{ row, kind: row.kind, shown: one }] : []
  })
  const nameOf = await actorNames(
    { db: ctx.db, businessId: PLATFORM_BUSINESS_ID },
    found.map((one) => one.shown.proposal?.by ?? null),
  )
  return found.map((one) => toException({ ...one, nameOf }))
}
