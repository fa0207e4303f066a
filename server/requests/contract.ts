import { z } from 'zod'

export const STATUS_CLASSES = ['success', 'refused', 'failed'] as const
export type StatusClass = (typeof STATUS_CLASSES)[number]

export const requestFilter = z.object({
  outcome: z.enum(STATUS_CLASSES).optional(),
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).optional(),
  /** Part of the path, or a whole request id. */
  search: z.string().trim().max(200).optional(),
  page: z.int().min(1).max(10_000).default(1),
})
export type RequestFilter = z.output<typeof requestFilter>

export type RequestView = {
  id: string
  method: string
  path: string
  status: number
  durationMs: number
  clientIp: string | null
  userAgent: string | null
  keyId: string | null
  idempotencyKey: string | null
  message: string | null
  createdAt: string
}

export type RequestPage = { items: RequestView[]; total: number; page: number; pageSize: number }
