import { eq, isNull, or, type SQL } from 'drizzle-orm'
import { wallets } from '@/db/schema/wallets'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'

type Bound = { boundProjectId: string | null }

/** Whether a project may work with a wallet of its business: with those bound to no project or to itself. */
export function isWithinReach({ projectId }: Pick<TenantCtx, 'projectId'>, { boundProjectId }: Bound): boolean {
  return boundProjectId === null || boundProjectId === projectId
}

/** Throws the refusal of a foreign wallet (spec: 403) if the wallet is bound to another project. */
export function requireWithinReach(ctx: Pick<TenantCtx, 'projectId'>, wallet: Bound): void {
  if (!isWithinReach(ctx, wallet)) throw refusal('wallet_foreign')
}

/** The wallets a caller sees: a key those within its project's reach, a person all of the business. */
export function isVisibleTo(ctx: Pick<TenantCtx, 'actor' | 'projectId'>): SQL | undefined {
  return ctx.actor.type === 'key' ? isInReachOf(ctx) : undefined
}

/** The wallets a project may work with. */
export function isInReachOf({ projectId }: Pick<TenantCtx, 'projectId'>): SQL | undefined {
  return or(isNull(wallets.boundProjectId), projectId === null ? undefined : eq(wallets.boundProjectId, projectId))
}
