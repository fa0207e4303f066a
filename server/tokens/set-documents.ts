import { and, eq } from 'drizzle-orm'
import { tokens } from '@/db/schema'
import type { DocumentsInput, TokenView } from '@/schemas/tokens/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { getToken } from './list-tokens'
import { ofProject, requireToken } from './require-token'

/** Replaces the documents of a token, in the given order. Throws not_found. */
export async function setDocuments(ctx: ProjectCtx, { tokenId, documents }: DocumentsInput): Promise<TokenView> {
  await requireToken(ctx, tokenId)
  await ctx.db
    .update(tokens)
    .set({ documents, updatedAt: ctx.now() })
    .where(and(ofProject(ctx), eq(tokens.id, tokenId)))
  const view = await getToken(ctx, tokenId)
  await appendAudit(ctx, {
    action: 'token.documents',
    target: tokenId,
    detail: { titles: documents.map(({ title }) => title) },
  })
  return view
}
