import { z } from 'zod'
import { wakeEvent } from '@/server/waking/wake'

/** A chain has queued or unfinished transactions. Events have ids only: the rows have the work. */
export const chainDue = wakeEvent('chain/woken', z.object({ chainId: z.number().int() }))

/** A chain has event subscriptions. */
export const indexerDue = wakeEvent('indexer/woken', z.object({ chainId: z.number().int() }))

/** A chain may have new blocks with transfers to wallets. */
export const depositsDue = wakeEvent('deposits/woken', z.object({ chainId: z.number().int() }))

/** Past blocks of a chain must be read again for event subscriptions. */
export const replaysDue = wakeEvent('replays/woken', z.object({ chainId: z.number().int() }))

/** Webhook messages may be due. */
export const webhooksDue = wakeEvent('webhooks/woken', z.object({}))

/** A payment provider sent an event, or its accounts are due for a poll. */
export const providersDue = wakeEvent('providers/woken', z.object({ provider: z.string() }))

/** A refund is due to be sent to its payment provider, or to be checked there. */
export const refundsDue = wakeEvent('refunds/woken', z.object({ provider: z.string() }))

/** Requests the comparison of the providers' lists with our receipts ahead of its time. */
export const reconciliationRequested = wakeEvent('providers/comparison-asked', z.object({}))

/** Something arrived for a payment on a chain. */
export const arrivalsDue = wakeEvent('arrivals/woken', z.object({}))

/** Wallets may be due to be swept. */
export const sweepRulesDue = wakeEvent('sweep-rules/woken', z.object({}))

/** Emails may be due. */
export const mailsDue = wakeEvent('mails/woken', z.object({}))

/** Blocked work may continue: every worker checks whether it has work. */
export const minuteJobRequested = wakeEvent('sweep/asked', z.object({}))

/** Operations of tokens may continue with their next batch. */
export const tokenOperationsDue = wakeEvent('token-operations/woken', z.object({}))

/** Tokens of a chain may have events. */
export const tokensDue = wakeEvent('tokens/woken', z.object({ chainId: z.number().int() }))
