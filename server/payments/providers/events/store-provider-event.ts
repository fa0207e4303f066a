import { paymentProviders, providerEvents } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { FiatProvider, ProviderEvent, ReadHeader } from '@/server/payments/providers/provider'

/** The headers that are stored as evidence. None is a secret: Flutterwave's secret is in another header. */
const KEPT = ['content-type', 'user-agent', 'monnify-signature', 'x-paystack-signature', 'x-cngn-signature']

type Sent = { provider: FiatProvider; event: ProviderEvent; raw: Uint8Array; header: ReadHeader }

/** Stores an event before it is handled. A repeated event changes nothing. */
export async function storeProviderEvent(
  { db, now }: WorkerCtx,
  { provider, event, raw, header }: Sent,
): Promise<void> {
  const headers = Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = header(name)
      return value === null ? [] : [[name, value.slice(0, 300)]]
    }),
  )
  await db.insert(paymentProviders).values({ name: provider.name }).onConflictDoNothing()
  await db
    .insert(providerEvents)
    .values({
      provider: provider.name,
      eventKey: event.eventKey,
      kind: event.kind,
      reference: event.reference?.slice(0, 200) ?? null,
      providerRef: event.providerRef?.slice(0, 200) ?? null,
      body: raw,
      headers,
      nextAttemptAt: now(),
      receivedAt: now(),
    })
    .onConflictDoNothing()
}
