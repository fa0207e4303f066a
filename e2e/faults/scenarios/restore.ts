import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { waitUntil } from '@/dev/wait-until'
import { type DepositLoad, openDepositLoad } from '@/e2e/faults/deposits/deposit-load'
import { readStored } from '@/e2e/faults/deposits/read-stored'
import { makeWallets } from '@/e2e/faults/fresh-wallets'
import { patience } from '@/e2e/faults/patience'
import { checkPayments } from '@/e2e/faults/payments/check-payments'
import { listenToPayments } from '@/e2e/faults/payments/listen'
import { endQuotes, expediteUntil, isEverythingSettled } from '@/e2e/faults/payments/pass-time'
import { seededRandom } from '@/e2e/faults/random'
import { takeBackup } from '@/e2e/faults/restore/backup'
import { planBond } from '@/e2e/faults/restore/bond-load'
import { planMoney } from '@/e2e/faults/restore/money-load'
import {
  firstChain,
  type Played,
  plan,
  type Scenario,
  type Stage,
  waitForStage,
  waitUntilIdle,
} from '@/e2e/faults/scenario'
import { pauseMining, resumeMining } from '@/e2e/faults/stack/mining'
import { listenToTokens } from '@/e2e/faults/tokens/listen'
import { sendTransfers, type Transfer } from '@/e2e/faults/transfers'
import { ARRIVED_WITHIN_MS } from './kill-followers'

/** Six of them give each of the three kinds one. */
const WALLETS = 6
const RECOVERED_WITHIN_MS = 600_000
const BROADCAST_WITHIN_MS = 20_000
const HELD_WITHIN_MS = 90_000
const POLL_MS = 500
/** Longer than it takes until all are in a block. */
const SENDING_MS = 6_000
/** More than a recovery waits for on Solana: the cluster needs 90 s for as many. */
const SLOTS_OF_RECOVERY = 250

const key = z.object({ id: z.uuid() })
const project = z.object({ id: z.uuid() })
type Recovery = { findings: { chainId: number; state: string; detail: string }[]; lost: unknown[] }

/**
 * The database returns to a backup while the chains, the bank and the callers continue. Transfers of every kind wait,
 * are in flight or are accepted after the backup and repeated under their keys; money is paid and refunded, a bond is
 * minted and pays. `--transfers` is how many wait; a third of them is sent, a sixth accepted after the backup.
 */
export function restore(nth: number): Scenario {
  return (stage) => play({ ...stage, random: seededRandom(stage.random.between(1, 999_999) * nth) })
}

async function play(stage: Stage): Promise<Played> {
  const { stack, world, api, random, say } = stage
  const { sql, parts, askOperators } = stack
  const findings: string[] = []
  const since = new Date(Date.now() - 60_000)
  const stopListening = [await listenToPayments(stage), await listenToTokens(stage)]
  const [money, bond] = [planMoney(stage), planBond(stage)]
  await bond.issue()
  await money.before()
  const keyed = await tenantOf(stage)
  const { id: keyId } = key.parse(await askOperators({ action: 'makeKey', ...keyed }))
  await askOperators({ action: 'signIn' })
  const send = (transfers: Transfer[], withinMs = 60_000) =>
    sendTransfers(api, transfers, { spreadMs: 0, random, withinMs })
  const first = ofEachKind(stage, 'first', 3 * WALLETS)
  await send(first)
  await waitUntilIdle(world)

  await holdChains(stage)
  const sent = ofEachKind(stage, 'sent', Math.ceil(stage.transfers / 3))
  await send(sent)
  const isOut = { stages: ['broadcast'], count: sent.length, timeoutMs: BROADCAST_WITHIN_MS }
  if (!(await waitForStage(world, sent, isOut))) say('not all of them were sent before the backup')
  for (const part of [parts.engine, parts.app]) await part.kill({ group: true })
  await parts.app.restart()
  const waiting = ofEachKind(stage, 'waiting', stage.transfers)
  await send(waiting)
  await bond.mint()
  const backup = await takeBackup(stack)
  const known = await countKnown(stage)

  await parts.engine.restart()
  await letChainsGo(stage)
  const after = ofEachKind(stage, 'after', Math.max(6, Math.ceil(stage.transfers / 6)))
  const [early, late] = [0, 1].map((half) => after.filter((_, n) => n % 2 === half))
  await send(early ?? [])
  await askOperators({ action: 'revokeKey', ...keyed, keyId })
  const [given = ''] = await makeWallets(api, 1)
  // The backup lacks the wallet. It is paid before the restore and after it.
  const payer = await openDepositLoad(firstChain(stage), [given])
  const payGiven = async () => {
    for (let time = 0; time < 2; time += 1) await payer.send()
  }
  await payGiven()
  await money.after()
  await bond.pay()
  await send(late ?? [])
  // Some are in a block by then, some are on their way, some were never sent.
  const killedMs = random.between(0, SENDING_MS)
  await pause(killedMs)
  await backup.putBack()

  const restoredAt = Date.now()
  await Promise.all([parts.app.restart(), parts.engine.restart()])
  for (const transfer of after) transfer.id = null
  // Callers of one half keep asking, those of the other come back later.
  const repeats = send(early ?? [], RECOVERED_WITHIN_MS)
  const recovery = await awaitLevel(stage)
  if (!recovery) findings.push('no recovery came level')
  const [open] = await sql<{ n: number }[]>`select count(*)::int as n from sessions where revoked_at is null`
  if (open?.n !== 0) findings.push(`${open?.n} sessions are still open`)
  const left = await askOperators({ action: 'leave' })
  await Promise.all([repeats, send(late ?? [])])
  const serviceMs = Date.now() - restoredAt
  say(`left ${left}: everything asked for again is taken, ${(serviceMs / 60_000).toFixed(1)} min after the restore`)
  const [again] = await makeWallets(api, 1)
  if (again === given) findings.push(`the address ${again} was given to two customers`)
  await payGiven()
  await bond.again()
  findings.push(...(await money.again()))
  const marked = await markRepeated(stage)
  if ((await waitUntilIdle(world)) === null) findings.push('transactions do not come to rest')
  findings.push(...(await checkSeen(stage, { payer, address: given })))
  await endQuotes(sql)
  if (!(await expediteUntil(sql, stack.bank, isEverythingSettled(sql)))) findings.push('payments do not come to rest')
  findings.push(...(await bond.check()), ...(await checkPayments(sql, stack.bank, since)))
  for (const stop of stopListening) await stop()
  const reported = `killed ${killedMs} ms after the last request; ${known} of ${sent.length + waiting.length} open ones known, ${after.length} accepted after the backup`
  const lost = recovery?.lost.length ?? 0
  say(`${reported}; ${lost} on a chain without a record, ${marked} of them asked for again and marked as sent`)
  return { transfers: [...first, ...sent, ...waiting, ...after], recoveryMs: [serviceMs], findings, isRestored: true }
}

/** As many on each chain: sent by the wallets themselves, carried by relayers, on Solana. */
function ofEachKind(stage: Stage, label: string, all: number): Transfer[] {
  const { stack, world } = stage
  const count = Math.ceil(all / 3)
  const wallets = world.wallets.slice(0, WALLETS)
  const [own, relayed] = stack.chains.map(({ chainId }) => plan(stage, { label, count, chainId, wallets }))
  const chainId = stack.cluster.chainId
  const solana = plan(stage, { label, count, chainId, isSolana: true, wallets: world.solanaWallets })
  return [...(own ?? []), ...(relayed ?? []), ...solana]
}

/** Waits until every payment to a wallet that the backup lacks is its deposit, once. Returns what is wrong. */
async function checkSeen(
  { world }: Stage,
  { payer, address }: { payer: DepositLoad; address: string },
): Promise<string[]> {
  let truth: string[] = []
  let seen: string[] = []
  const isSeen = async () => {
    truth = await payer.truth()
    seen = (await readStored(world, new Set([address]))).map(({ text }) => text)
    return truth.length === payer.sent() && seen.length >= truth.length
  }
  await waitUntil(isSeen, { timeoutMs: patience(ARRIVED_WITHIN_MS), everyMs: POLL_MS })
  const isEqual = payer.sent() > 0 && seen.toSorted().join() === truth.toSorted().join()
  return isEqual ? [] : [`of ${payer.sent()} payments to the lost wallet ${address} these are seen: ${seen.join('; ')}`]
}

async function holdChains({ stack: { chains, cluster } }: Stage): Promise<void> {
  for (const chain of chains) await pauseMining(chain)
  await cluster.ask('litesvm_dropTransactions', 100_000)
}

async function letChainsGo({ stack: { chains, cluster } }: Stage): Promise<void> {
  await cluster.ask('litesvm_dropTransactions', 0)
  for (const chain of chains) await resumeMining(chain)
}

async function tenantOf({ stack: { sql, businessId } }: Stage): Promise<{ businessId: string; projectId: string }> {
  const [row] = await sql`select id from projects where business_id = ${businessId} order by created_at limit 1`
  return { businessId, projectId: project.parse(row).id }
}

async function countKnown({ stack: { sql } }: Stage): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from transactions where status = 'PENDING'`
  return row?.n ?? 0
}

/** Operators mark as sent what is held, since its callers repeat it, until nothing else is open. Answers how many. */
async function markRepeated({ stack: { sql, askOperators } }: Stage): Promise<number> {
  const deadline = Date.now() + patience(HELD_WITHIN_MS)
  let marked = 0
  while (Date.now() < deadline) {
    const [row] = await sql<{ held: number; open: number }[]>`
      select count(*) filter (where stage = 'awaiting_approval')::int as held, count(*)::int as open
      from transactions where status = 'PENDING'`
    if (row?.open === 0) break
    if (row && row.held > 0 && row.held === row.open)
      marked += z.number().parse(await askOperators({ action: 'markAsSent' }))
    await pause(POLL_MS)
  }
  return marked
}

/**
 * Waits until every chain is level with the database, whatever is on one without a record; null if that takes too
 * long.
 */
async function awaitLevel({ stack: { sql, cluster }, say }: Stage): Promise<Recovery | null> {
  const deadline = Date.now() + patience(RECOVERED_WITHIN_MS)
  let [isSeen, reported] = [false, '']
  while (Date.now() < deadline) {
    const [row] = await sql<Recovery[]>`
      select findings, lost from recoveries where left_at is null and looked_at is not null`.catch(() => [])
    if (row && !isSeen) {
      isSeen = true
      say('the platform recovers')
      await cluster.ask('litesvm_advanceSlots', SLOTS_OF_RECOVERY)
    }
    const behind = row?.findings.filter(({ state }) => state !== 'level') ?? []
    const text = behind.map(({ chainId, detail }) => `${chainId}: ${detail}`).join('; ')
    if (text !== reported) say(text || 'every chain is level')
    reported = text
    if (row && row.findings.length > 0 && behind.length === 0) return row
    await pause(POLL_MS)
  }
  return null
}
