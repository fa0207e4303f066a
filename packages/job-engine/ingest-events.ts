import type { Db } from './db'
import type { Engine } from './engine'
import type { Intake } from './incoming-events'
import { routeEvents } from './route-events'
import type { StoredEvent } from './stored-event'
import { ulid } from './ulid'

const DEDUPE_MS = 86_400_000

/** The generated id of each event id or request mark; the first one within a day counts. */
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

interface Arrival {
  key: string | null
  owner: string
  givenId: string | null
  event: StoredEvent
}

/** Gives the events of one request their ids, once, before any try to store them. */
export function prepareIntake({ events, seed }: Intake): Arrival[] {
  const now = Date.now()
  return events.map((event, index) => {
    const owner = ulid(now)
    const key = event.id ? `event|${event.id}` : seed ? `seed|${seed}|${index}` : null
    const stored: StoredEvent = {
      ...event,
      id: event.id ?? owner,
      name: event.name,
      data: event.data ?? {},
      ts: event.ts ?? now,
    }
    return { key, owner, givenId: event.id ?? null, event: stored }
  })
}

/** Stores new events. A repeated request, or an event seen within a day, stores nothing. */
async function storeNew(tx: Db, arrivals: Arrival[]): Promise<StoredEvent[]> {
  const rows = arrivals.map(({ owner, event }) => ({
    id: owner,
    shown: event.id,
    name: event.name,
    body: JSON.stringify(event),
  }))
  const stored = await tx<{ id: string }[]>`
    insert into engine.events (id, public_id, name, body)
    select id, shown, name, body::json
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as u(id text, shown text, name text, body text)
    on conflict do nothing returning id`
  const fresh = new Set(stored.map((row) => row.id))
  return arrivals.filter(({ owner }) => fresh.has(owner)).map(({ event }) => event)
}

/**
 * Stores events, lets them act and answers their ids. An event whose id (or whose position in a re-sent
 * request) was seen within a day keeps its first id and does nothing.
 */
export async function ingestEvents(engine: Engine, requests: Arrival[][]): Promise<string[][]> {
  const all = requests.flat()
  return engine.sql.begin(async (tx) => {
    const owners = await ownersOf(
      tx,
      all.flatMap(({ key, owner }) => (key ? [{ key, owner }] : [])),
    )
    const ownerOf = ({ key, owner }: Arrival) => (key ? owners.get(key) : undefined) ?? owner
    const candidates = all.filter((arrival) => ownerOf(arrival) === arrival.owner)
    if (candidates.length > 0) await routeEvents(engine, tx, await storeNew(tx, candidates))
    return requests.map((request) => request.map((arrival) => arrival.givenId ?? ownerOf(arrival)))
  })
}
