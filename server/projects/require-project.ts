import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { MESSAGES } from '@/server/refusals/messages'

/** Narrows to a caller with a project; an API key always has one, a person may not. */
export function requireProject<C extends Pick<TenantCtx, 'projectId'>>(ctx: C): C & { projectId: string } {
  const { projectId } = ctx
  if (projectId === null) throw refusal('context_missing', { message: MESSAGES.projectContext })
  return { ...ctx, projectId }
}
