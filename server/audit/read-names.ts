import { and, eq, inArray } from 'drizzle-orm'
import { apiKeys, type auditLog, businesses, chains, plans, products, projects, tokens, users } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { isUuid } from '@/server/text/is-uuid'
import { keyActorName } from '@/server/text/key-actor-name'
import type { AuditCtx } from './append-audit'

type ChainCtx = Pick<AuditCtx, 'db' | 'businessId'>
type AuditRow = typeof auditLog.$inferSelect
type Names = ReadonlyMap<string, string>

/** Fields that hold the number of a chain, a plan or a product. */
const NUMBERED: Readonly<Record<string, 'chain' | 'plan' | 'product' | undefined>> = {
  chainId: 'chain',
  feedChainId: 'chain',
  planId: 'plan',
  productId: 'product',
}
/** Actions whose target is such a number. */
const NUMBERED_TARGETS: Readonly<Record<string, 'chain' | 'plan' | undefined>> = { chain: 'chain', plan: 'plan' }
/**
 * Fields that hold an id which the platform wrote. In others a customer may have written an id, to learn whose it is.
 */
const NAMED_FIELDS = ['businessId', 'ownerId', 'proposedBy', 'requestedBy', 'subject', 'tokenId']
/** Actions that record a change from one project to another. */
const PROJECT_MOVES = ['wallet.bound', 'wallet.unbound']
const ACTOR = /^(?:user|key):/

/**
 * The names of all that these entries name by an id: the actor, the changed record, and the records in the details.
 * What was deleted, and what belongs to another business, has none.
 */
export async function readNames(ctx: ChainCtx, rows: readonly AuditRow[]): Promise<Names> {
  const all = [...new Set(rows.flatMap((row) => [row.actorId, ...heldBy(row)]))]
  const ids = all.filter(isUuid)
  const hasTokens = rows.some(({ detail }) => 'tokenId' in detail)
  return new Map([
    ...(await namesOfNumbers(ctx, all)),
    ...(await namesOfProjects(ctx, ids)),
    ...(await namesOfBusinesses(ctx, ids)),
    ...(await namesOfKeys(ctx, ids)),
    ...(hasTokens ? await namesOfTokens(ctx, ids) : []),
    ...(await namesOfPeople(ids)),
  ])
}

/** The names that one entry needs in addition to the name of its actor. */
export function namesFor(row: AuditRow, names: Names): Record<string, string> {
  return Object.fromEntries(
    heldBy(row).flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
}

function heldBy({ action, target, detail }: AuditRow): string[] {
  const noun = NUMBERED_TARGETS[action.split('.')[0] ?? '']
  const fields = PROJECT_MOVES.includes(action) ? ['from', 'to'] : NAMED_FIELDS
  return [target, ...(noun && /^\d+$/.test(target) ? [`${noun} ${target}`] : []), ...heldIn(detail, { fields })]
}

function heldIn(value: unknown, at: { fields: readonly string[]; field?: string }): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => heldIn(one, at))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([field, inner]) => heldIn(inner, { ...at, field }))
  const { fields, field = '' } = at
  const noun = NUMBERED[field]
  if (noun !== undefined && value !== null) return [`${noun} ${value}`]
  return typeof value === 'string' && fields.includes(field) ? [value.replace(ACTOR, '')].filter(isUuid) : []
}

type Named = [id: string, name: string]

async function namesOfNumbers({ db }: ChainCtx, all: readonly string[]): Promise<Named[]> {
  const named: Named[] = []
  if (all.some((text) => text.startsWith('chain '))) {
    const rows = await db.select({ chainId: chains.chainId, name: chains.name }).from(chains)
    named.push(...rows.map(({ chainId, name }): Named => [`chain ${chainId}`, name]))
  }
  if (all.some((text) => text.startsWith('product '))) {
    const rows = await db.select({ id: products.id, name: products.name }).from(products)
    named.push(...rows.map(({ id, name }): Named => [`product ${id}`, name]))
  }
  const planIds = all.flatMap((text) => (/^plan \d{1,9}$/.test(text) ? [Number(text.slice(5))] : []))
  if (planIds.length > 0) {
    const rows = await db.select({ id: plans.id, name: plans.name }).from(plans).where(inArray(plans.id, planIds))
    named.push(...rows.map(({ id, name }): Named => [`plan ${id}`, name]))
  }
  return named
}

async function namesOfProjects({ db, businessId }: ChainCtx, ids: string[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(and(eq(projects.businessId, businessId), inArray(projects.id, ids)))
  return rows.map(({ id, name }) => [id, name])
}

/** The platform's own log names its customers; that of a customer names no other. */
async function namesOfBusinesses({ db, businessId }: ChainCtx, ids: string[]): Promise<Named[]> {
  const visible = businessId === PLATFORM_BUSINESS_ID ? ids : ids.filter((id) => id === businessId)
  if (visible.length === 0) return []
  const { id, name } = businesses
  const rows = await db.select({ id, name }).from(businesses).where(inArray(id, visible))
  return rows.map((row) => [row.id, row.name])
}

async function namesOfKeys({ db, businessId }: ChainCtx, ids: string[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const keys = await db
    .select({ id: apiKeys.id, name: apiKeys.name, lastFour: apiKeys.lastFour })
    .from(apiKeys)
    .where(and(eq(apiKeys.businessId, businessId), inArray(apiKeys.id, ids)))
  return keys.map(({ id, ...key }) => [id, keyActorName(key)])
}

async function namesOfTokens({ db, businessId }: ChainCtx, ids: string[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: tokens.id, ticker: tokens.ticker })
    .from(tokens)
    .where(and(eq(tokens.businessId, businessId), inArray(tokens.id, ids)))
  return rows.map(({ id, ticker }) => [id, ticker])
}

/** People belong to no tenant, so the worker's role looks up the names of those who acted, or were changed, here. */
async function namesOfPeople(ids: string[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const people = await workerCtx()
    .db.select({ id: users.id, name: users.name, platformRole: users.platformRole })
    .from(users)
    .where(inArray(users.id, ids))
  return people.map(({ id, name, platformRole }) => [id, platformRole ? `${name} (${platformRole})` : name])
}
