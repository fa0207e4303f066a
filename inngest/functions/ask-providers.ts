import { definePump } from '@/inngest/define-pump'
import { providersDue } from '@/inngest/events'
import { findDueProviders, pollProviders } from '@/server/payments/providers/poll-providers'

/** Asks payment providers what came. One run for each: a provider that hangs holds up no other. */
export const pollPaymentProviders = definePump({
  name: 'ask-payment-providers',
  event: providersDue,
  concurrency: { key: 'event.data.provider', limit: 1 },
  findDue: findDueProviders,
  run: pollProviders,
})
