import { and, between, eq } from 'drizzle-orm'
import { z } from 'zod'
import { apiKeys, requestLog, transactions } from '@/db/schema'
import type { RequestDetail } from '@/schemas/requests/contract'
import type { ProjectCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { notFound } from '@/server/errors'
import { isRefusalCode, REFUSALS } from '@/server/refusals/refusals'
import { toRequest } from './view'

/** A transaction is written while its request runs; clocks of processes may differ a little. */
const WRITTEN_WITHIN_MS = 120_000

/** One call to `/v1` with its bodies, its key, and the transaction that it requested. Throws not_found. */
export async function getRequest(ctx: ProjectCtx, requestId: string): Promise<RequestDetail> {
  const { db, businessId, projectId } = ctx
  const [row] = await db
    .select({ request: requestLog, name: apiKeys.name, prefix: apiKeys.prefix, lastFour: apiKeys.lastFour })
    .from(requestLog)
    .leftJoin(apiKeys, and(eq(apiKeys.id, requestLog.keyId), eq(apiKeys.businessId, businessId)))
    .where(
      and(eq(requestLog.businessId, businessId), eq(requestLog.projectId, projectId), eq(requestLog.id, requestId)),
    )
  if (!row) throw notFound('Request')
  const { request, name, prefix, lastFour } = row
  const at = request.createdAt.getTime()
  const [made] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.businessId, businessId),
        // Narrowed by time first: the id of a request has no index.
        between(transactions.createdAt, new Date(at - WRITTEN_WITHIN_MS), new Date(at + WRITTEN_WITHIN_MS)),
        eq(transactions.requestId, requestId),
      ),
    )
    .limit(1)
  return {
    request: toRequest(request),
    baseUrl: env().BASE_URL,
    requestBody: request.requestBody,
    responseBody: request.responseBody,
    key: prefix && lastFour ? `${name ? `${name}, ` : ''}${prefix}…${lastFour}` : null,
    transactionId: made?.id ?? null,
    refusal: refusalIn(request.responseBody),
  }
}

const refusedBody = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text)
    } catch {
      ctx.addIssue('is no JSON')
      return z.NEVER
    }
  })
  .pipe(z.object({ code: z.string() }))

/** The cause in a response; null without a known one. */
function refusalIn(body: string | null): RequestDetail['refusal'] {
  const code = refusedBody.safeParse(body).data?.code
  return code !== undefined && isRefusalCode(code) ? { code, means: REFUSALS[code].means } : null
}
