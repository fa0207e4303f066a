import { z } from 'zod'
import { type AddressType, addressText } from '@/schemas/addresses/contract'
import { createIndexerSubscriptionInput } from '@/schemas/indexer/contract'
import { isEventKey, isSolanaKey } from '@/schemas/indexer/words'

const { events: eventList } = createIndexerSubscriptionInput.shape

const fields = {
  chainId: z.string().min(1, 'Choose a chain'),
  contractAddress: z.string(),
  webhookUrl: z.string().trim().min(1, 'Enter a URL').max(2_048, 'At most 2,048 characters'),
  keys: z.array(z.string()),
  declarations: z.string(),
  confirmations: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,5})?$/, 'Enter a whole number of at least 1, or leave empty'),
}

/**
 * The form of an event subscription to a chain of this family. The chain and contract of an existing subscription
 * cannot be changed.
 */
export function subscriptionForm(chainType: AddressType) {
  return z.object({ ...fields, contractAddress: addressText(chainType) }).superRefine((values, ctx) => {
    const events = eventsOf(values, chainType)
    if (events.length === 0) {
      const message =
        chainType === 'SOLANA' ? 'Choose at least one event' : 'Choose at least one event, or declare your own below'
      ctx.addIssue({ code: 'custom', path: ['keys'], message })
      return
    }
    const [issue] = eventList.safeParse(events).error?.issues ?? []
    if (!issue) return
    const event = events[Number(issue.path[0])]
    const message = event === undefined ? issue.message : `“${event}” ${issue.message}`
    ctx.addIssue({ code: 'custom', path: ['declarations'], message })
  })
}
export type SubscriptionForm = z.input<ReturnType<typeof subscriptionForm>>

/** Without a number, the chain's own rule decides; Solana has no other. */
export function confirmationsOf(
  { confirmations }: Pick<SubscriptionForm, 'confirmations'>,
  chainType: AddressType,
): number | undefined {
  return confirmations.trim() === '' || chainType === 'SOLANA' ? undefined : Number(confirmations)
}

type EventFields = Pick<SubscriptionForm, 'keys' | 'declarations'>

/**
 * Solana has some of the keys and no declarations, so events that were chosen before the switch to Solana are left out.
 */
export function eventsOf({ keys, declarations }: EventFields, chainType: AddressType): string[] {
  if (chainType === 'SOLANA') return keys.filter(isSolanaKey)
  const own = declarations.split('\n').map((line) => line.trim())
  return [...keys, ...own.filter((line) => line !== '')]
}

export function toEventFields(events: readonly string[]): EventFields {
  return {
    keys: events.filter(isEventKey),
    declarations: events.filter((text) => !isEventKey(text)).join('\n'),
  }
}
