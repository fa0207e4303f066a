import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@/e2e/api-client'
import { patience } from '@/e2e/faults/patience'
import { type Played, plan, type Stage } from '@/e2e/faults/scenario'
import { shuffled } from '@/e2e/faults/shuffled'
import { orderFault, withdrawFault } from '@/e2e/faults/stack/order-fault'
import { type Transfer, toInput } from '@/e2e/faults/transfers'
import { FAULT_POINTS } from '@/server/fault-point'
import { batchAnswer } from '@/server/transactions/batch-contract'
import { playRounds, type Round } from './rounds'

const PATH = '/v1/wallet/transaction/batch'
const STRIKES_WITHIN_MS = 25_000
const ANSWERED_WITHIN_MS = 60_000
/** A kill without an edge comes within this time after the call. */
const LATEST_MS = 120
/** The edges, and any moment. After the commit the batch is there, though nobody was answered. */
const POINTS = [...FAULT_POINTS.batch, 'accept-before-commit', 'accept-after-commit', null] as const
type Point = (typeof POINTS)[number]
const UNKNOWN_WALLET = '0x00000000000000000000000000000000000000AA'

/** A batch as it is sent, and how many of its lines are to be accepted. */
type Batch = { key: string; body: object; transfers: readonly Transfer[]; wanted: number }

/**
 * SIGKILL while a batch is accepted: all lines are there or none, and the call repeated with its key gets one answer,
 * whichever of the two it was. Half of the batches are `allOrNothing`, and some have a line that is refused.
 */
export async function killBatches(stage: Stage): Promise<Played> {
  const points: Point[] = []
  while (points.length < stage.rounds) points.push(...shuffled(POINTS, stage.random))
  const rounds = points.slice(0, stage.rounds).map((point, index) => () => playOne(stage, point, index))
  return playRounds(stage, rounds)
}

async function playOne(stage: Stage, point: Point, index: number): Promise<Round> {
  const { stack, api } = stage
  const batch = planBatch(stage, index, point)
  const findings: string[] = []
  if (point) orderFault(stack.app, point, 'SIGKILL')
  const struck = stack.app.control.awaitEnd(patience(STRIKES_WITHIN_MS))
  const sending = api.post(PATH, batch.body, batch.key)
  if (!point) {
    await pause(stage.random.between(0, LATEST_MS))
    await stack.app.control.kill({ group: false })
  }
  const isGone = (await struck) || !point
  const first = await sending
  withdrawFault(stack.app)
  if (!isGone) findings.push(`nothing died there within ${STRIKES_WITHIN_MS} ms`)
  const left = await countLines(stage, batch)
  if (left !== 0 && left !== batch.wanted) findings.push(`the kill left ${left} of ${batch.wanted} lines`)
  const isBefore = point !== null && point !== 'accept-after-commit'
  if (isBefore && left !== 0) findings.push(`${left} lines are there, though nothing was committed`)
  if (isGone) await stack.app.control.restart()
  const healthyAt = Date.now()
  const again = await postUntilAnswered(stage, batch)
  findings.push(...(await judge(stage, { batch, first, again })))
  const name = `${point ?? 'any moment'}, ${left} of ${batch.wanted} lines there after the kill`
  return { name, transfers: batch.wanted === 0 ? [] : [...batch.transfers], healthyAt, findings }
}

function planBatch(stage: Stage, index: number, point: Point): Batch {
  const { random } = stage
  const transfers = plan(stage, { label: `batch-${index}`, native: 0.2, webhooks: 0, isLine: true })
  const lines: object[] = transfers.map((transfer) => {
    const { waitForCompletion: _, ...line } = toInput(transfer)
    return { ...line, reference: transfer.key }
  })
  // What is not accepted has nothing to do after the commit.
  const isWhole = random.chance(0.5) && point !== 'accept-after-commit'
  const hasRefused = random.chance(0.4)
  if (hasRefused) lines.splice(random.between(0, lines.length), 0, { ...lines[0], ...REFUSED })
  const wanted = isWhole && hasRefused ? 0 : transfers.length
  const key = `batch-${process.pid}-${index}-${random.between(0, 999_999_999)}`
  return { key, body: { transfers: lines, allOrNothing: isWhole }, transfers, wanted }
}

const REFUSED = { fromAddress: UNKNOWN_WALLET, reference: undefined }

async function countLines({ stack }: Stage, { transfers }: Batch): Promise<number> {
  const [row] = await stack.sql<{ made: number }[]>`
    select count(*)::int as made from transactions where reference = any(${transfers.map(({ key }) => key)})`
  return row?.made ?? 0
}

async function postUntilAnswered({ api }: Stage, { body, key }: Batch): Promise<Answer> {
  const until = Date.now() + patience(ANSWERED_WITHIN_MS)
  for (;;) {
    const answer = await api.post(PATH, body, key)
    const mayBeTried = answer.status === 0 || answer.status === 429 || answer.status === 503
    if (!mayBeTried || Date.now() > until) return answer
    await pause(200)
  }
}

type Answers = { batch: Batch; first: Answer; again: Answer }

/** The answers to one key are the same, and say what is there. Names the transactions of the lines. */
async function judge(stage: Stage, { batch, first, again }: Answers): Promise<string[]> {
  const { transfers, wanted } = batch
  if (again.status !== 202) return [`the repeated call was answered ${again.status} ${again.text.slice(0, 200)}`]
  const findings: string[] = []
  const third = await postUntilAnswered(stage, batch)
  if (dataOf(third) !== dataOf(again)) findings.push('two repetitions have two answers')
  if (first.status === 202 && dataOf(first) !== dataOf(again)) findings.push('the repetition has another answer')
  const { accepted, existing, lines } = batchAnswer.parse(JSON.parse(again.text).data)
  if (accepted !== wanted || existing !== 0) findings.push(`${accepted} accepted, ${existing} existing of ${wanted}`)
  const made = await countLines(stage, batch)
  if (made !== wanted) findings.push(`${made} lines are there at the end, ${wanted} are to be`)
  for (const transfer of transfers) {
    transfer.id = lines.find(({ reference }) => reference === transfer.key)?.transactionId ?? null
    transfer.acknowledgedAt = Date.now()
    if (wanted > 0 && transfer.id === null) findings.push(`${transfer.key} was not accepted`)
  }
  return findings
}

function dataOf({ text }: Answer): string {
  return JSON.stringify(JSON.parse(text).data)
}
