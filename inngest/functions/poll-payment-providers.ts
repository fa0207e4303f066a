import { defineWorker } from '@/inngest/define-worker'
import { providersDue } from '@/inngest/events'
import { findDueProviders, pollProviders } from '@/server/payments/providers/poll-providers'

/**
 * Polls payment providers for received money. Each provider has its own run, so that one that hangs does not delay the
 * others.
 */
export const pollPaymentProviders = defineWorker({
  name: 'ask-payment-providers',
  event: providersDue,
  concurrency: { key: 'event.data.provider', limit: 1 },
  findDue: findDueProviders,
  run: pollProviders,
})
