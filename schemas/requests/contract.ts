import { z } from 'zod'
import { periodEnd } from '@/schemas/text/contract'
import { type Page, pageNumber } from '@/server/paging'
import { listPart } from '@/server/text/csv-list'
import { STATUS_CLASSES } from './words'

export const requestFilter = z.object({
  outcome: z.enum(STATUS_CLASSES).optional(),
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).optional(),
  /** The API key whose calls they are. */
  keyId: z.uuid().optional(),
  /** Part of the path, or a whole request id. */
  search: z.string().trim().max(200).optional(),
  /** Days are both included, a minute in `to` is not. */
  from: periodEnd.optional(),
  to: periodEnd.optional(),
  page: pageNumber,
})
/** A part of the whole list, for a file. */
export const requestPart = requestFilter.omit({ page: true }).extend({ after: listPart })
export type RequestPartInput = z.output<typeof requestPart>
export type RequestFilter = z.output<typeof requestFilter>

export type RequestView = {
  id: string
  method: string
  path: string
  /** Including the question mark; empty if there was none. */
  search: string
  status: number
  durationMs: number
  clientIp: string | null
  userAgent: string | null
  keyId: string | null
  idempotencyKey: string | null
  message: string | null
  createdAt: string
}

export const requestRef = z.object({ requestId: z.uuid() })

export type RequestDetail = {
  request: RequestView
  /** The URL of the call, for repeating it. */
  baseUrl: string
  /** Redacted JSON; null if there was none, or it is not kept. */
  requestBody: string | null
  /** Set for refusals only. */
  responseBody: string | null
  /** `sk_live_…1a2b`. */
  key: string | null
  transactionId: string | null
  /** The cause of a refusal, as `/docs/errors` explains it; null for a call that was not refused. */
  refusal: { code: string; means: string } | null
}

export type RequestPage = Page<RequestView>
