import { z } from 'zod'
import type { Db, Engine, StoredEvent } from './engine'
import { routeEvents } from './route-events'
import { ulid } from './ulid'

const incoming = z.looseObject({
  name: z.string().min(1).max(256),
  id: z.string().max(512).nullish(),
  data: z.unknown(),
  ts: z.number().nullish(),
})

export const incomingEvents = z.union([z.array(incoming).max(5000), incoming.transform((event) => [event])])

const DEDUPE_MS = 86_400_000

export interface Intake {
  events: z.infer<typeof incomingEvents>
  /** The SDK's mark of one request, equal on its own re-sends. */
  seed: string | undefined
}

/** Which process-made id owns each event id or request mark; the first one seen within a day. */
async function ownersOf(tx: Db, claims: { key: string; owner: string }[]): Promise<Map<string, string>> {
  if (claims.length === 0) return new Map()
  // one order of locks for all requests
  const sorted = [...claims].sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await tx<{ key: string; value: string }[]>`
    insert into engine.once as o (key, value, expires_at)
    select distinct on (key) key, owner, ${new Date(Date.now() + DEDUPE_MS)}::timestamptz
    from json_to_recordset(${JSON.stringify(sorted)}::text::json) as u(key text, owner text)
    on conflict (key) do update set
      value = case when o.expires_at < now() then excluded.value else o.value end,
      expires_at = case when o.expires_at < now() then excluded.expires_at else o.expires_at end
    returning key, value`
  return new Map(rows.map((row) => [row.key, row.value]))
}

/**
 * Stores events, lets them act and answers their ids. An event whose id (or whose place in a re-sent
 * request) was seen within a day keeps its first id and does nothing.
 */
export async function ingestEvents(engine: Engine, intakes: Intake[]): Promise<string[][]> {
  const now = Date.now()
  const groups = intakes.map(({ events, seed }) =>
    events.map((event, index) => {
      const owner = ulid(now)
      const key = event.id ? `event|${event.id}` : seed ? `seed|${seed}|${index}` : null
      const stored: StoredEvent = {
        ...event,
        id: event.id ?? owner,
        name: event.name,
        data: event.data ?? {},
        ts: event.ts ?? now,
      }
      return { key, owner, givenId: event.id, stored }
    }),
  )
  const all = groups.flat()
  return engine.sql.begin(async (tx) => {
    const claims = all.flatMap(({ key, owner }) => (key ? [{ key, owner }] : []))
    const owners = await ownersOf(tx, claims)
    const ownerOf = ({ key, owner }: { key: string | null; owner: string }) =>
      (key ? owners.get(key) : undefined) ?? owner
    const fresh = all.filter((event) => ownerOf(event) === event.owner).map(({ stored }) => stored)
    if (fresh.length > 0) {
      const rows = fresh.map((event) => ({ id: event.id, name: event.name, body: JSON.stringify(event) }))
      await Promise.all([
        tx`insert into engine.events (id, name, body)
          select id, name, body::json from json_to_recordset(${JSON.stringify(rows)}::text::json) as u(id text, name text, body text)
          on conflict (id) do update set body = excluded.body, received_at = now()`,
        routeEvents(engine, tx, fresh),
      ])
    }
    return groups.map((group) => group.map((event) => event.givenId ?? ownerOf(event)))
  })
}
