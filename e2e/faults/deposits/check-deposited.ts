import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Visit } from '@/dev/testing/webhook-receiver'

/** As the product stores one. `text` says what it is of (`toText`). */
export type StoredDeposit = { id: string; text: string; stage: string }

type Seen = { truth: readonly string[]; stored: readonly StoredDeposit[]; secret: string; visits: readonly Visit[] }

const reported = z.object({
  type: z.string(),
  data: z.object({ id: z.string(), stage: z.string(), txHash: z.string(), address: z.string() }),
})

/**
 * Compares what was stored and what a receiver got with the payments on the chain: each once, confirmed, reported at
 * least once under one message id and correctly signed, and nothing else.
 */
export function checkDeposited({ truth, stored, secret, visits }: Seen): { findings: string[]; doubles: number } {
  const findings: string[] = []
  const rows = new Map<string, StoredDeposit>()
  for (const row of stored) {
    if (rows.has(row.text)) findings.push(`${row.text} is stored twice`)
    if (row.stage !== 'confirmed') findings.push(`${row.text} is ${row.stage}`)
    rows.set(row.text, row)
  }
  const wanted = new Set(truth)
  for (const text of truth) if (!rows.has(text)) findings.push(`${text} is lost`)
  for (const text of rows.keys()) if (!wanted.has(text)) findings.push(`${text} never happened`)

  const byId = new Map(stored.map((row) => [row.id, row]))
  const messages = new Map<string, string>()
  let doubles = 0
  for (const { headers, body } of visits) {
    const { type, data } = reported.parse(JSON.parse(body))
    const row = byId.get(data.id)
    const message = headers['webhook-id'] ?? ''
    const before = messages.get(data.id)
    if (type !== 'wallet.deposit.confirmed' || data.stage !== 'confirmed') findings.push(`${data.id} came as ${type}`)
    if (!row?.text.includes(`${data.txHash} `) || !row.text.includes(` ${data.address} `))
      findings.push(`${data.id} is told of and not what is stored`)
    if (before !== undefined && before !== message) findings.push(`${data.id} is told of by two messages`)
    if (before !== undefined) doubles += 1
    if (!isSigned(secret, { headers, body })) findings.push(`${data.id} is signed wrongly`)
    messages.set(data.id, message)
  }
  for (const { id, text } of stored) if (!messages.has(id)) findings.push(`of ${text} nobody was told`)
  return { findings, doubles }
}

/** By the moment it was signed at: the library's own check refuses what is older than five minutes. */
function isSigned(secret: string, { headers, body }: Pick<Visit, 'headers' | 'body'>): boolean {
  const signedAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', signedAt, body)
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}
