import { v7 } from 'uuid'
import { inOperator, type ProjectCtx } from '@/server/ctx'

/** The project that a rule is about. */
export type Own = { businessId: string; projectId: string }

/** A rule before and after a backup, and what a restore makes of it. */
export type Scenario = {
  name: string
  before?: (own: Own) => Promise<unknown>
  after: (own: Own) => Promise<unknown>
  check: (own: Own) => Promise<unknown>
  /** A change after the restore, and what it leads to at the next start of a process. */
  change?: (own: Own) => Promise<unknown>
  changed?: (own: Own) => Promise<unknown>
  /** Whether the restore changes the policy. */
  isStricter?: boolean
}

/** As an owner of the project's business. */
export const as = <T>(own: Own, work: (ctx: ProjectCtx) => Promise<T>) =>
  inOperator({ actor: { type: 'user', id: v7(), name: 'Owner' }, requestId: v7() }, (ctx) => work({ ...ctx, ...own }))
