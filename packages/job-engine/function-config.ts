import { z } from 'zod'

const slot = z.object({
  limit: z.number().int().nonnegative(),
  key: z.string().optional(),
  scope: z.enum(['fn', 'env', 'account']).optional(),
})

/** The configuration that one function reports in a sync; limits are those of the hosted service. */
export const functionConfig = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  triggers: z
    .array(
      z.object({
        event: z.string().optional(),
        expression: z.string().optional(),
        cron: z.string().optional(),
        jitter: z.string().optional(),
      }),
    )
    .max(10),
  steps: z.record(z.string(), z.object({ retries: z.object({ attempts: z.number().int().optional() }).optional() })),
  idempotency: z.string().optional(),
  batchEvents: z
    .object({
      maxSize: z.number().int().positive(),
      timeout: z.string(),
      key: z.string().optional(),
      if: z.string().optional(),
    })
    .optional(),
  rateLimit: z
    .object({ key: z.string().optional(), limit: z.number().int().positive(), period: z.string() })
    .optional(),
  throttle: z
    .object({
      key: z.string().optional(),
      limit: z.number().int().positive(),
      period: z.string(),
      burst: z.number().int().nonnegative().optional(),
    })
    .optional(),
  singleton: z.object({ key: z.string().optional(), mode: z.enum(['skip', 'cancel']) }).optional(),
  cancel: z
    .array(z.object({ event: z.string(), if: z.string().optional(), timeout: z.string().optional() }))
    .max(5)
    .optional(),
  debounce: z.object({ key: z.string().optional(), period: z.string(), timeout: z.string().optional() }).optional(),
  timeouts: z.object({ start: z.string().optional(), finish: z.string().optional() }).optional(),
  concurrency: z.union([z.number().int().nonnegative(), slot, z.array(slot).min(1).max(2)]).optional(),
})

export type FunctionConfig = z.infer<typeof functionConfig>

/** A registered function: its configuration and where to call it. */
export interface RegisteredFunction {
  id: string
  url: string
  config: FunctionConfig
}

const DEFAULT_RETRIES = 4

/** Tries per step: the configured retries plus the first one. */
export function maxAttempts(config: FunctionConfig): number {
  return (config.steps.step?.retries?.attempts ?? DEFAULT_RETRIES) + 1
}
