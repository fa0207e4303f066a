import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import postgres from 'postgres'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { inWorker } from '@/server/ctx'
import { giveOwner } from '@/server/payments/mails/owner.test-data'
import { createPayer, openTopUp, type Payer, pay } from '@/server/payments/payment-world.test-data'
import { insertBare } from './bare-payments'
import { withDatabase } from './bench-database'
import { type SpentCpu, spentCpu } from './spent-cpu'
import { inParallel } from './transfer-world'

const PAYERS = 20
const UNITS = 3_100_000n

type Options = { count: number; rounds: number; sideBySide: readonly number[] }

/**
 * Top-ups whose money came, settled, with the mail to an owner, against bare inserts of the very rows they wrote; both take turns. And the
 * statements of one.
 */
export async function benchSettlements({ count, rounds, sideBySide }: Options): Promise<void> {
  await withDatabase(async (url, logFile) => {
    await inWorker(({ db }) => ensurePlatformBusiness(db))
    const payers: Payer[] = []
    for (let n = 0; n < PAYERS; n++) {
      const payer = await createPayer()
      // Somebody hears of it: the mail is written with it.
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
        const before = await spentCpu(sql)
        const perSecond = await settle(opened, many)
        const spent = perEach(before, await spentCpu(sql), count)
        const ids = opened.map(({ paymentId }) => paymentId)
        const bare = await insertBare(url, ids, many)
        console.log(
          `  ${count} settlements, ${many} side by side: ${perSecond.toFixed(0)}/s, bare inserts ${bare.toFixed(0)}/s` +
            ` = ${((100 * perSecond) / bare).toFixed(0)} % (aim 50); load ${loadavg()[0]?.toFixed(1)};` +
            ` processor time of one: ${spent}`,
        )
      }
    }
    await sql.end()
  })
}

function perEach(before: SpentCpu, after: SpentCpu, count: number): string {
  const of = (key: keyof SpentCpu) => ((after[key] - before[key]) / count).toFixed(2)
  return `${of('nodeMs')} ms Node, ${of('postgresMs')} ms Postgres`
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

/** What the server was told while these were settled, one line each. */
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
    const told = [...text.matchAll(/(?:statement|execute [^:]*): ([^\n]*)/g)].map(([, line = '']) => line.slice(0, 200))
    return told.filter((line) => !line.includes('pg_sleep') && !line.includes('alter system'))
  } finally {
    await sql.end()
  }
}
