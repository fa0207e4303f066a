import { and, eq, inArray } from 'drizzle-orm'
import { apiKeys, users } from '@/db/schema'
import { type TenantCtx, workerCtx } from '@/server/ctx'
import { isUuid } from '@/server/text/is-uuid'
import { keyActorName } from '@/server/text/key-actor-name'

/**
 * The names of actors written as `user:<id>` or `key:<id>`; deleted actors keep their id. People belong to no tenant,
 * so the worker's role reads their names.
 */
export async function actorNames(
  ctx: Pick<TenantCtx, 'db' | 'businessId'>,
  actors: readonly (string | null)[],
): Promise<(actor: string) => string> {
  const userIds = idsOf(actors, 'user')
  const keyIds = idsOf(actors, 'key')
  const people = userIds.length
    ? await workerCtx().db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, userIds))
    : []
  const keys = keyIds.length
    ? await ctx.db
        .select({ id: apiKeys.id, name: apiKeys.name, lastFour: apiKeys.lastFour })
        .from(apiKeys)
        .where(and(eq(apiKeys.businessId, ctx.businessId), inArray(apiKeys.id, keyIds)))
    : []
  const names = new Map<string, string>([
    ...people.map(({ id, name }) => [`user:${id}`, name] as const),
    ...keys.map(({ id, ...key }) => [`key:${id}`, keyActorName(key)] as const),
  ])
  return (actor) => names.get(actor) ?? actor
}

function idsOf(actors: readonly (string | null)[], type: 'user' | 'key'): string[] {
  const prefix = `${type}:`
  const ids = actors.flatMap((actor) => (actor?.startsWith(prefix) ? [actor.slice(prefix.length)] : []))
  return [...new Set(ids)].filter(isUuid)
}
