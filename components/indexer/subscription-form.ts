import { z } from 'zod'
import { addressText } from '@/server/addresses/contract'
import { createIndexerSubscriptionInput } from '@/server/indexer/contract'
import { isEventKey } from '@/server/indexer/words'

const { events: eventList } = createIndexerSubscriptionInput.shape

/** What a person fills in about a subscription; one that exists keeps its chain and contract. */
export const subscriptionForm = z
  .object({
    chainId: z.string().min(1, 'Choose a chain'),
    contractAddress: addressText('EVM'),
    webhookUrl: z.string().trim().min(1, 'Enter a URL').max(2_048, 'At most 2,048 characters'),
    keys: z.array(z.string()),
    declarations: z.string(),
    confirmations: z
      .string()
      .trim()
      .regex(/^([1-9]\d{0,5})?$/, 'A whole number from 1 on, or nothing'),
  })
  .superRefine((values, ctx) => {
    const events = eventsOf(values)
    if (events.length === 0) {
      ctx.addIssue({ code: 'custom', path: ['keys'], message: 'Choose one, or declare your own below' })
      return
    }
    const [issue] = eventList.safeParse(events).error?.issues ?? []
    if (!issue) return
    const event = events[Number(issue.path[0])]
    const message = event === undefined ? issue.message : `“${event}” ${issue.message}`
    ctx.addIssue({ code: 'custom', path: ['declarations'], message })
  })
export type SubscriptionForm = z.input<typeof subscriptionForm>

/** Without any, those of the chain's own rule. */
export function confirmationsOf({ confirmations }: Pick<SubscriptionForm, 'confirmations'>): number | undefined {
  return confirmations.trim() === '' ? undefined : Number(confirmations)
}

type EventFields = Pick<SubscriptionForm, 'keys' | 'declarations'>

export function eventsOf({ keys, declarations }: EventFields): string[] {
  const own = declarations.split('\n').map((line) => line.trim())
  return [...keys, ...own.filter((line) => line !== '')]
}

export function toEventFields(events: readonly string[]): EventFields {
  return {
    keys: events.filter(isEventKey),
    declarations: events.filter((text) => !isEventKey(text)).join('\n'),
  }
}
