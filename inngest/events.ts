import { eventType } from 'inngest'
import { z } from 'zod'

/** A chain has queued or unfinished transactions. Events carry ids only: the rows say what is to do. */
export const chainWoken = eventType('chain/woken', { schema: z.object({ chainId: z.number().int() }) })

/** Webhook messages may be due. */
export const webhooksWoken = eventType('webhooks/woken', { schema: z.object({}) })
