import { z } from 'zod'
import type { Engine, StoredEvent } from './engine'
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

/**
 * Stores events, lets them act and answers their ids. An event whose id (or whose place in a re-sent
 * request, named by `seed`) was seen within a day keeps its first id and does nothing.
 */
export async function ingestEvents(
  engine: Engine,
  body: z.infer<typeof incomingEvents>,
  seed: string | undefined,
): Promise<string[]> {
  const now = Date.now()
  const events = body.map((event, index) => {
    const owner = ulid(now)
    const key = event.id ? `event|${event.id}` : seed ? `seed|${seed}|${index}` : null
    const stored: StoredEvent = {
      ...event,
      id: event.id ?? owner,
      name: event.name,
      data: event.data ?? {},
      ts: event.ts ?? now,
    }
    return { key, owner, stored }
  })
  // one order of locks for all requests
  const keyed = events.flatMap(({ key, owner }) => (key ? [{ key, value: owner }] : []))
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1))

  return engine.sql.begin(async (tx) => {
    const known = new Map<string, string>()
    if (keyed.length > 0) {
      const rows = await tx<{ key: string; value: string }[]>`
        insert into engine.once as o (key, value, expires_at)
        select distinct on (key) key, value, ${new Date(now + DEDUPE_MS)}::timestamptz
        from json_to_recordset(${JSON.stringify(keyed)}::text::json) as u(key text, value text)
        on conflict (key) do update set
          value = case when o.expires_at < now() then excluded.value else o.value end,
          expires_at = case when o.expires_at < now() then excluded.expires_at else o.expires_at end
        returning key, value`
      for (const row of rows) known.set(row.key, row.value)
    }
    const owners = events.map(({ key, owner }) => (key ? known.get(key) : undefined) ?? owner)
    const fresh = events.filter(({ owner }, index) => owners[index] === owner).map(({ stored }) => stored)
    if (fresh.length > 0) {
      await Promise.all([
        tx`insert into engine.events (id, name, body)
          select id, name, body::json from json_to_recordset(${JSON.stringify(
            fresh.map((event) => ({ id: event.id, name: event.name, body: JSON.stringify(event) })),
          )}::text::json) as u(id text, name text, body text)
          on conflict (id) do update set body = excluded.body, received_at = now()`,
        routeEvents(engine, tx, fresh),
      ])
    }
    return body.map((event, index) => event.id ?? owners[index] ?? '')
  })
}
