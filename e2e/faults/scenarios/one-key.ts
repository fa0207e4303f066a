import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Answer } from '@/e2e/api-client'
import { type Played, plan, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import { type Transfer, toBody } from '@/e2e/faults/transfers'

const CALLS = 200
const PATH = '/v1/wallet/transaction'
const accepted = z.object({ data: z.object({ id: z.uuid() }) })

/** 200 requests at once with one key, answered at once and held open; then again, and with another body. */
export async function oneKey(stage: Stage): Promise<Played> {
  const { world } = stage
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  for (const [label, extra, status] of [
    ['async', {}, 202],
    ['waiting', { waitForCompletion: true }, 201],
  ] as const) {
    const [transfer] = plan(stage, { label: `one-key-${label}`, count: 1 })
    if (!transfer) throw new Error('no transfer was planned')
    const startedAt = Date.now()
    played.findings.push(...(await race(stage, transfer, { extra, status, label })))
    await waitUntilIdle(world)
    played.recoveryMs.push(Date.now() - startedAt)
    played.transfers.push(transfer)
  }
  return played
}

type Kind = { extra: Record<string, unknown>; status: number; label: string }

async function race({ api, world, say }: Stage, transfer: Transfer, kind: Kind): Promise<string[]> {
  const findings: string[] = []
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) findings.push(`${kind.label}: ${sentence}`)
  }
  const body = { ...toBody(transfer), ...kind.extra }
  const answers = await Promise.all(Array.from({ length: CALLS }, () => api.post(PATH, body, transfer.key)))
  const [first] = answers
  if (!first) return ['no answer']
  expect(
    answers.every((answer) => answer.status === kind.status),
    `statuses ${[...new Set(answers.map(({ status }) => status))].join(', ')} instead of ${kind.status}`,
  )
  expect(new Set(answers.map(({ text }) => text)).size === 1, 'the bodies are not equal byte for byte')
  const originals = answers.filter((answer) => !isReplay(answer)).length
  expect(originals === 1, `${originals} answers instead of one are not marked as replayed`)
  transfer.id = accepted.safeParse(JSON.parse(first.text)).data?.data.id ?? null
  await waitUntilIdle(world)
  const again = await api.post(PATH, body, transfer.key)
  expect(again.text === first.text && isReplay(again), 'once it had ended, the same request got another answer')
  const changed = await api.post(PATH, { ...body, amount: '1.5' }, transfer.key)
  expect(changed.status === 422, `a changed body was answered ${changed.status}`)
  expect(isDeepStrictEqual(dataOf(changed), undefined), 'the refusal of a changed body carries data')
  const [row] = await world.sql<{ count: number }[]>`
    select count(*)::int as count from transactions where idempotency_key = ${transfer.key}`
  expect(row?.count === 1, `${row?.count} transactions for one key`)
  say(`${kind.label}: ${CALLS} calls, ${originals} effect, changed body ${changed.status} ${changed.text}`)
  return findings
}

function isReplay({ headers }: Answer): boolean {
  return headers['idempotent-replayed'] === 'true'
}

function dataOf({ text }: Answer): unknown {
  const parsed = z.looseObject({ data: z.unknown() }).safeParse(JSON.parse(text))
  return parsed.data?.data
}
