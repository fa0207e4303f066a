import type { WorkerCtx } from '@/server/ctx'
import { mailOwners } from '@/server/mail/mail-owners'
import { queueBeside } from '@/server/mail/queue-beside'
import { receipt } from '@/server/mail/templates/receipt'
import { renewed } from '@/server/mail/templates/renewed'
import { readCame, readStory, type Story } from './read-story'

type Settled = {
  paymentId: string
  /** What was more than asked, and what it became in the balance. */
  surplus: { minor: bigint; micros: bigint }
}

/** Tells the owners that a payment is paid, once. Call it in the transaction that settles it, behind that. Returns how many mails are new. */
export function mailSettled(ctx: WorkerCtx, { paymentId, surplus }: Settled): Promise<number> {
  return queueBeside(ctx, `payment ${paymentId}`, async () => {
    const story = await readStory(ctx.db, paymentId)
    const { businessId, settledAt, paymentRef, providerId, amountMinor, amountUsdMicros } = story.payment
    const [at, { url, what, projectName, paidUntil }] = [settledAt ?? ctx.now(), story]
    const telling = { businessId, source: 'payment', sourceId: paymentId, onceKey: `receipt:${paymentId}` }
    if (providerId === 'balance') {
      const charge = { priceMinor: amountMinor, chargedMicros: amountUsdMicros, paymentRef, renewedAt: at }
      const write = { url, what, projectName, ...charge, paidUntil: paidUntil ?? at }
      return mailOwners(ctx, { ...telling, write: (reader) => renewed({ ...reader, ...write }) })
    }
    const paid = { ...(await paidFacts(ctx, story)), surplus: surplus.micros > 0n ? surplus : null }
    return mailOwners(ctx, {
      ...telling,
      write: (reader) => receipt({ ...reader, url, what, projectName, paymentRef, paidAt: at, paidUntil, ...paid }),
    })
  })
}

async function paidFacts({ db }: WorkerCtx, { payment }: Story) {
  const { id: paymentId, purpose, amountMinor, amountUsdMicros } = payment
  const came = (await readCame(db, { paymentId })).filter(({ outcome }) => outcome === 'SETTLED')
  return {
    amountMinor,
    received: came.map(({ text }) => text),
    addedMicros: purpose === 'WALLET_TOPUP' ? amountUsdMicros : null,
  }
}
