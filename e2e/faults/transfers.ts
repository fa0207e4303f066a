import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Answer, ApiClient } from './api-client'
import { CHAIN_ID } from './fault-stack'
import type { Random } from './random'

/** One transfer a customer wants, and what the customer was told. */
export type Transfer = {
  key: string
  from: string
  to: string
  /** No two transfers of a run move the same amount: each is recognized on chain. */
  units: bigint
  webhook: { url: string; secret: string | null } | null
  /** This customer does not try again when the connection breaks: it never learns what came of it. */
  givesUp: boolean
  /** The id in the acknowledgement. */
  id: string | null
  acknowledgedAt: number
  /** An answer that should not have come. */
  refusal: string | null
  tries: number
}

const UNITS_PER_TOKEN = 1_000_000n
const DEADLINE_MS = 60_000
const accepted = z.object({ data: z.object({ id: z.uuid() }) })
let moved = 0n

export function planTransfers(input: {
  label: string
  count: number
  wallets: readonly string[]
  webhookUrl: string
  random: Random
  givingUp: number
}): Transfer[] {
  const { label, count, wallets, random } = input
  return Array.from({ length: count }, (_, place) => {
    moved += 1n
    const from = wallets[place % wallets.length] ?? ''
    // To each other's neighbour: balances of all must then come out right.
    const to = wallets[(place + 1) % wallets.length] ?? ''
    const secret = random.chance(0.5) ? randomBytes(24).toString('base64url') : null
    return {
      key: `${label}-${place}`,
      from,
      to,
      units: 10n + moved,
      webhook: random.chance(0.5) ? { url: input.webhookUrl, secret } : null,
      givesUp: random.chance(input.givingUp),
      id: null,
      acknowledgedAt: 0,
      refusal: null,
      tries: 0,
    }
  })
}

/** Sends all, each wallet's transfers one after the other, spread at random over `spreadMs` (0: as fast as it goes). */
export async function sendTransfers(
  api: ApiClient,
  transfers: readonly Transfer[],
  { spreadMs, random }: { spreadMs: number; random: Random },
): Promise<void> {
  const startedAt = Date.now()
  const due = transfers.map((transfer) => ({ transfer, at: startedAt + random.next() * spreadMs }))
  await Promise.all(
    due.map(async ({ transfer, at }) => {
      await pause(Math.max(0, at - Date.now()))
      await sendUntilAnswered(api, transfer)
    }),
  )
}

async function sendUntilAnswered(api: ApiClient, transfer: Transfer): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  while (Date.now() < deadline) {
    transfer.tries += 1
    const answer = await api.post('/v1/wallet/transaction', toBody(transfer), transfer.key)
    if (answer.status === 202) {
      transfer.id = accepted.parse(JSON.parse(answer.text)).data.id
      transfer.acknowledgedAt = Date.now()
      return
    }
    if (!mayBeTriedAgain(answer)) {
      transfer.refusal = `${answer.status} ${answer.text.slice(0, 200)}`
      return
    }
    // What is away or restarting answers 503; a 500 is a fault nobody thought of.
    if (answer.status === 500) transfer.refusal = `500 ${answer.text.slice(0, 200)}`
    if (transfer.givesUp) return
    await pause(100 + 20 * Math.min(transfer.tries, 10))
  }
  transfer.refusal = 'no acknowledgement within a minute'
}

export function toBody(transfer: Transfer): Record<string, unknown> {
  return {
    fromAddress: transfer.from,
    toAddress: transfer.to,
    amount: toMajor(transfer.units),
    chainType: 'EVM',
    chainId: CHAIN_ID,
    cNGN: true,
    ...(transfer.webhook ? { webhookUrl: transfer.webhook.url } : {}),
    ...(transfer.webhook?.secret ? { webhookSecret: transfer.webhook.secret } : {}),
  }
}

/** No answer, a token from before, too fast, or the server's own trouble: the same request with the same key is safe. */
function mayBeTriedAgain({ status }: Answer): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500
}

function toMajor(units: bigint): string {
  return `${units / UNITS_PER_TOKEN}.${String(units % UNITS_PER_TOKEN).padStart(6, '0')}`
}
