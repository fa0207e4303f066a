import { and, eq, type SQL } from 'drizzle-orm'
import { tokens } from '@/db/schema'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { TokenRow } from './operations/plan'

/** A condition for the tokens of the caller's project. */
export function ofProject({ businessId, projectId }: Pick<ProjectCtx, 'businessId' | 'projectId'>): SQL | undefined {
  return and(eq(tokens.businessId, businessId), eq(tokens.projectId, projectId))
}

/** Loads a token of the project. Throws not_found. */
export async function requireToken(ctx: ProjectCtx, id: string): Promise<TokenRow> {
  const [row] = await ctx.db
    .select()
    .from(tokens)
    .where(and(ofProject(ctx), eq(tokens.id, id)))
  if (!row) throw refusal('token_not_found', { param: 'id' })
  return row
}
