import { type Database, type DeferStatement, inTransaction, toDatabase } from '@/db/client'
import { crossTenantReaderOf, readerOf } from '@/db/reader'
import type { Work } from '@/schemas/alarms/words'
import { forbidNetworkCalls } from '@/server/database/network-guard'
import { pools } from '@/server/database/pools'

export type Actor =
  | { type: 'user'; id: string; name: string }
  | { type: 'key'; id: string }
  | { type: 'system'; id: string }

/** The caller of a request and its tenant, without a database handle. */
export type Tenant = {
  businessId: string
  /** Null when a person acts on the business as a whole. */
  projectId: string | null
  actor: Actor
  requestId: string
}

type Effect = () => void | Promise<void>
type AfterCommit = (effect: Effect) => void

/** The context of a verb. Its handle sees one business only (row-level security) and is one transaction. */
export type TenantCtx = Tenant & {
  db: Database
  now: () => Date
  /** Runs after the transaction committed, e.g. to wake a job; never when it rolled back. */
  afterCommit: AfterCommit
}

/** The context of a verb on a project. `requireProject` narrows a `TenantCtx` to it. */
export type ProjectCtx = TenantCtx & { projectId: string }

/**
 * For jobs and sign-in: the worker role, which can access all businesses. Each statement commits separately, unless
 * `inWorker` opened a transaction.
 */
export type WorkerCtx = {
  db: Database
  now: () => Date
  /** The work of the worker that runs, whose faults are noted (`recordWorkFault`). */
  work?: Work
}

/** Operator pages: the operator role, all businesses, with a person to hold to account. */
export type OperatorCtx = {
  db: Database
  actor: Actor
  requestId: string
  now: () => Date
  /** Runs after the transaction committed; never when it rolled back. */
  afterCommit: AfterCommit
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Opens the tenant's transaction, the only way to a tenant handle, and runs `work` in it. */
export async function inTenant<T>(tenant: Tenant, work: (ctx: TenantCtx) => Promise<T>): Promise<T> {
  return withEffects((afterCommit) =>
    inTransaction(pools().app, tenantSetup(tenant), (db) =>
      forbidNetworkCalls(() => work({ ...tenant, db, now: () => new Date(), afterCommit })),
    ),
  )
}

/** Runs work that only reads: each statement is on its own and costs one round trip, shared with other requests. */
export async function inTenantReading<T>(tenant: Tenant, work: (ctx: TenantCtx) => Promise<T>): Promise<T> {
  const db = readerOf(pools().readers, checkedBusinessId(tenant))
  return withEffects((afterCommit) => work({ ...tenant, db, now: () => new Date(), afterCommit }))
}

/** Runs the functions that `work` registered with `afterCommit`, once it succeeded. */
async function withEffects<T>(work: (afterCommit: AfterCommit) => Promise<T>): Promise<T> {
  const effects: Effect[] = []
  const result = await work((effect) => void effects.push(effect))
  for (const effect of effects) await effect()
  return result
}

function tenantSetup(tenant: Tenant): string {
  return `select set_config('app.business_id', '${checkedBusinessId(tenant)}', true)`
}

function checkedBusinessId({ businessId }: Tenant): string {
  if (!UUID.test(businessId)) throw new Error('a tenant needs a business id')
  return businessId
}

/** A handle of the tenant role for single statements that name their tenant themselves. */
export function tenantStatements(): Database {
  return toDatabase(pools().app)
}

/** A handle of the worker role for single statements. */
export function workerCtx(): WorkerCtx {
  return { db: toDatabase(pools().worker), now: () => new Date() }
}

/** A handle for single statements on the rows of seeds, in a process that may read them. */
export function seedsCtx(): Pick<WorkerCtx, 'db'> {
  return { db: toDatabase(pools().seeds) }
}

/** One transaction of the worker role. */
export function inWorker<T>(work: (ctx: WorkerCtx & { leaveLast: DeferStatement }) => Promise<T>): Promise<T> {
  return inTransaction(pools().worker, '', (db, leaveLast) =>
    forbidNetworkCalls(() => work({ db, now: () => new Date(), leaveLast })),
  )
}

/**
 * One transaction of the worker role for changes of accounts and memberships, which belong to no tenant, with the
 * person who is accountable.
 */
export function inAccount<T>(
  who: { actor: Actor; requestId: string },
  work: (ctx: OperatorCtx) => Promise<T>,
): Promise<T> {
  return withEffects((afterCommit) =>
    inTransaction(pools().worker, '', (db) =>
      forbidNetworkCalls(() => work({ ...who, db, now: () => new Date(), afterCommit })),
    ),
  )
}

/** One transaction of the operator role. */
export function inOperator<T>(
  who: { actor: Actor; requestId: string },
  work: (ctx: OperatorCtx) => Promise<T>,
): Promise<T> {
  return withEffects((afterCommit) =>
    inTransaction(pools().operator, '', (db) =>
      forbidNetworkCalls(() => work({ ...who, db, now: () => new Date(), afterCommit })),
    ),
  )
}

/** Runs work that only reads: each statement is on its own, on a connection that cannot write. */
export function inOperatorReading<T>(
  who: { actor: Actor; requestId: string },
  work: (ctx: OperatorCtx) => Promise<T>,
): Promise<T> {
  const db = crossTenantReaderOf(pools().operatorReaders)
  return withEffects((afterCommit) => work({ ...who, db, now: () => new Date(), afterCommit }))
}
