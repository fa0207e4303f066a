import { paymentProviders, providerEvents } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { FiatProvider, ProviderEvent, ReadHeader } from '@/server/payments/providers/provider'

/**
 * What is kept of the headers, for whoever asks later what exactly came. No secret is among them: Flutterwave's is in
 * its own.
 */
const KEPT = ['content-type', 'user-agent', 'monnify-signature', 'x-paystack-signature', 'x-cngn-signature']

type Sent = { provider: FiatProvider; event: ProviderEvent; raw: Uint8Array; header: ReadHeader }

/** Keeps what came before anything is done about it. The same event again changes nothing. */
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
