import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import postgres from 'postgres'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { inWorker } from '@/server/ctx'
import { giveOwner } from '@/server/payments/mails/owner.test-data'
import { createPayer, openTopUp, type Payer, pay } from '@/server/payments/payment-world.test-data'
import { openBare } from './bare-payments'
import { withDatabase } from './bench-database'
import { type SpentCpu, spentCpu } from './spent-cpu'
import { inParallel } from './transfer-world'

const PAYERS = 20
const UNITS = 3_100_000n
/** So many of each, then the other. */
const TURN = 50

type Options = { count: number; rounds: number; sideBySide: readonly number[] }

/**
 * Top-ups whose money came, settled, with the email to an owner, against bare inserts of the very rows they wrote; both
 * take turns. And the statements of one.
 */
export async function benchSettlements({ count, rounds, sideBySide }: Options): Promise<void> {
  await withDatabase(async (url, logFile) => {
    await inWorker(({ db }) => ensurePlatformBusiness(db))
    const payers: Payer[] = []
    for (let n = 0; n < PAYERS; n++) {
      const payer = await createPayer()
      // The business has an owner: the email is written with the settlement.
      await giveOwner(payer)
      payers.push(payer)
    }
    const sql = postgres(url, { max: 1 })
    const [first] = payers
    if (!first) throw new Error('nobody pays')
    await settle([await open(first)], 1)
    const statements = await statementsOf(url, logFile, [await open(first)])
    console.log(`  one settlement takes ${statements.length} statements, begin and commit among them`)
    if (process.env.BENCH_STATEMENTS) for (const text of statements) console.log(`    ${text}`)
    for (const many of sideBySide) {
      for (let round = 1; round <= rounds; round++) {
        const opened: Opened[] = []
        for (let n = 0; n < count; n++) opened.push(await open(payers[n % PAYERS] ?? first))
        const took = await takeTurns({ url, sql, opened, many })
        const perSecond = (ms: number) => (count * 1_000) / ms
        const ratio = (100 * took.bareMs) / took.settledMs
        const cost = (100 * sumOf(took.bareCpu)) / sumOf(took.settledCpu)
        console.log(
          `  ${count} settlements, ${many} side by side: ${perSecond(took.settledMs).toFixed(0)}/s,` +
            ` bare inserts ${perSecond(took.bareMs).toFixed(0)}/s = ${ratio.toFixed(0)} % (aim 50);` +
            ` load ${loadavg()[0]?.toFixed(1)}; processor time of one: ${perEach(took.settledCpu, count)},` +
            ` bare ${perEach(took.bareCpu, count)} = ${cost.toFixed(0)} %`,
        )
      }
    }
    await sql.end()
  })
}

type Took = { settledMs: number; bareMs: number; settledCpu: SpentCpu; bareCpu: SpentCpu }

/**
 * Some are settled, then their rows inserted bare, and so on: what else the machine does meanwhile is the same for
 * both.
 */
type Turns = { url: string; sql: postgres.Sql; opened: readonly Opened[]; many: number }

async function takeTurns({ url, sql, opened, many }: Turns): Promise<Took> {
  const bare = await openBare(url, many)
  const nothing = { nodeMs: 0, postgresMs: 0 }
  const took: Took = { settledMs: 0, bareMs: 0, settledCpu: nothing, bareCpu: nothing }
  for (let from = 0; from < opened.length; from += TURN) {
    const turn = opened.slice(from, from + TURN)
    const before = await spentCpu(sql)
    took.settledMs += (turn.length * 1_000) / (await settle(turn, many))
    took.settledCpu = plus(took.settledCpu, before, await spentCpu(sql))
    const written = await bare.read(turn.map(({ paymentId }) => paymentId))
    const between = await spentCpu(sql)
    took.bareMs += await bare.insert(written)
    took.bareCpu = plus(took.bareCpu, between, await spentCpu(sql))
  }
  await bare.end()
  return took
}

function plus(sum: SpentCpu, before: SpentCpu, after: SpentCpu): SpentCpu {
  return {
    nodeMs: sum.nodeMs + after.nodeMs - before.nodeMs,
    postgresMs: sum.postgresMs + after.postgresMs - before.postgresMs,
  }
}

const sumOf = ({ nodeMs, postgresMs }: SpentCpu) => nodeMs + postgresMs

function perEach({ nodeMs, postgresMs }: SpentCpu, count: number): string {
  return `${(nodeMs / count).toFixed(2)} ms Node, ${(postgresMs / count).toFixed(2)} ms Postgres`
}

type Opened = { paymentId: string; accountId: string }

async function open(payer: Payer): Promise<Opened> {
  const { paymentId, accountIds } = await openTopUp(payer)
  return { paymentId, accountId: accountIds[0] }
}

/** Settlements per second. */
async function settle(opened: readonly Opened[], sideBySide: number): Promise<number> {
  const startedAt = performance.now()
  await inParallel(sideBySide, opened.length, async (index) => {
    const one = opened[index]
    if (one) await pay({ accountId: one.accountId, units: UNITS, paidAt: new Date() })
  })
  return (opened.length * 1_000) / (performance.now() - startedAt)
}

/** The statements that the server got while these were settled, one line each. */
async function statementsOf(url: string, logFile: string, opened: readonly Opened[]): Promise<string[]> {
  const sql = postgres(url, { max: 1 })
  const setLog = async (value: string) => {
    await sql.unsafe(`alter system set log_statement = '${value}'`)
    await sql`select pg_reload_conf()`
    // Sessions look at the new configuration before their next statement, once its signal came.
    await sql`select pg_sleep(0.5)`
  }
  try {
    await setLog('all')
    const before = readFileSync(logFile, 'utf8').length
    await settle(opened, 1)
    const text = readFileSync(logFile, 'utf8').slice(before)
    await setLog('none')
    const reported = [...text.matchAll(/(?:statement|execute [^:]*): ([^\n]*)/g)].map(([, line = '']) =>
      line.slice(0, 200),
    )
    return reported.filter((line) => !line.includes('pg_sleep') && !line.includes('alter system'))
  } finally {
    await sql.end()
  }
}
