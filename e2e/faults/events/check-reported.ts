import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Visit } from '@/dev/testing/webhook-receiver'

const reported = z.object({ id: z.string(), blockHash: z.string(), status: z.string(), subscriptionId: z.string() })

/** A subscription, its secret, and the visits to its receiver. */
export type Reported = { subscriptionId: string; secret: string; visits: readonly Visit[] }

/** The visits for a subscription, in order. */
export function visitsOf(visits: readonly Visit[], subscriptionId: string): Visit[] {
  return visits.filter(({ body }) => reported.parse(JSON.parse(body)).subscriptionId === subscriptionId)
}

/**
 * Compares what a receiver stored with the truth: the same set, first seen in the order of the chain, each correctly
 * signed, doubles equal to the byte.
 */
export function checkReported(
  { subscriptionId, secret, visits }: Reported,
  truth: readonly string[],
): { findings: string[]; doubles: number } {
  const findings: string[] = []
  const bodies = new Map<string, string>()
  let doubles = 0
  for (const { headers, body } of visits) {
    const { id, status } = reported.parse(JSON.parse(body))
    if (!isSigned(secret, { headers, body })) findings.push(`${subscriptionId}: ${id} is signed wrongly`)
    if (status !== 'success') findings.push(`${subscriptionId}: ${id} came as ${status}`)
    const before = bodies.get(id)
    if (before === undefined) bodies.set(id, body)
    else doubles += 1
    if (before !== undefined && before !== body) findings.push(`${subscriptionId}: ${id} came twice and not the same`)
  }
  const seen = [...bodies.keys()]
  const [known, wanted] = [new Set(seen), new Set(truth)]
  for (const id of truth) if (!known.has(id)) findings.push(`${subscriptionId}: ${id} is lost`)
  for (const id of seen) if (!wanted.has(id)) findings.push(`${subscriptionId}: ${id} never happened`)
  if (findings.length === 0 && seen.join() !== truth.join())
    findings.push(`${subscriptionId}: events came in another order`)
  return { findings, doubles }
}

function isSigned(secret: string, { headers, body }: Pick<Visit, 'headers' | 'body'>): boolean {
  const [, at = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-indexer-signature'] ?? '') ?? []
  return signature === createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
}
