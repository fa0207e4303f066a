import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '@/e2e/faults/random'
import { type Played, plan, type Stage } from '@/e2e/faults/scenario'
import type { AppProcess } from '@/e2e/faults/stack/fault-stack'
import { orderFault, withdrawFault } from '@/e2e/faults/stack/order-fault'
import { sendTransfers, type Transfer } from '@/e2e/faults/transfers'
import type { FaultPoint } from '@/server/fault-point'
import { repeatRound } from './rounds'

const SPREAD_MS = 2_000
const STRIKES_WITHIN_MS = 5_000
const SOMETIME_WITHIN_MS = 1_500
const AWAY_MS = { from: 50, to: 2_000 }
/** Edges inside the process that signs: signed and not stored, stored and not answered, of each kind of chain. */
const POINTS = [
  'lane-after-sign',
  'lane-after-store',
  'solana-after-sign',
  'solana-after-store',
] as const satisfies readonly FaultPoint[]

type Signer = Omit<AppProcess, 'baseUrl'>

/**
 * The process that signs dies or freezes while transfers of an EVM chain and of Solana wait for it: nothing lost,
 * doubled, or signed twice.
 */
export async function killSigner(stage: Stage): Promise<Played> {
  const { signer } = await stage.stack.withOwnSigner()
  const [before] = await stage.world.sql<{ at: Date }[]>`select now() as at`
  const from = stage.random.between(0, POINTS.length - 1)
  const played = await repeatRound(stage, async (index) => {
    const transfers = planBoth(stage, index)
    const sending = sendTransfers(stage.api, transfers, { spreadMs: SPREAD_MS, random: stage.random })
    const point = POINTS[(from + index) % POINTS.length] ?? POINTS[0]
    const first = await strikeAt(point, signer, stage.random)
    const second = await strikeSometime(signer, stage.random)
    const healthyAt = Date.now()
    await sending
    return { name: `${first}, ${second}`, transfers, healthyAt }
  })
  played.findings.push(...(await findUnnoted(stage, before?.at ?? new Date(0))))
  return { ...played, isSpent: true }
}

function planBoth(stage: Stage, index: number): Transfer[] {
  const { cluster } = stage.stack
  const half = { ...stage, transfers: Math.ceil(stage.transfers / 2) }
  const ofSolana = { chainId: cluster.chainId, isSolana: true, wallets: stage.world.solanaWallets }
  return [
    ...plan(half, { label: `signer-${index}`, native: 0.1 }),
    ...plan(half, { label: `signer-solana-${index}`, ...ofSolana }),
  ]
}

/** Kills it at an edge, unless nothing comes by there in time. */
async function strikeAt(point: FaultPoint, { control, faultFile }: Signer, random: Random): Promise<string> {
  orderFault({ faultFile }, point, 'SIGKILL')
  if (!(await control.awaitEnd(STRIKES_WITHIN_MS))) {
    // It may have gone there since.
    if (withdrawFault({ faultFile }) || !(await control.awaitEnd(STRIKES_WITHIN_MS))) return `not at ${point}`
  }
  await pause(random.between(AWAY_MS.from, AWAY_MS.to))
  await control.restart()
  return `killed at ${point}`
}

/** Kills it at any moment, or lets it hang for a while. */
async function strikeSometime({ control }: Signer, random: Random): Promise<string> {
  const awayMs = random.between(AWAY_MS.from, AWAY_MS.to)
  await pause(random.between(0, SOMETIME_WITHIN_MS))
  if (random.chance(0.5)) {
    control.freeze()
    await pause(awayMs)
    control.thaw()
    return `frozen for ${awayMs} ms`
  }
  await control.kill({ group: false })
  await pause(awayMs)
  await control.restart()
  return `killed, away for ${awayMs} ms`
}

/** Each stored form has its note and each note its form, and no transaction has two first forms. */
async function findUnnoted({ world: { sql } }: Stage, since: Date): Promise<string[]> {
  const [row] = await sql<{ unnoted: number; unstored: number; twice: number; forms: number }[]>`
    with forms as (select id, transaction_id, reason from transaction_attempts where created_at > ${since}),
      notes as (select id, transaction_id from signatures where created_at > ${since})
    select (select count(*)::int from forms) as forms,
      (select count(*)::int from forms where not exists (select from notes n where n.id = forms.id)) as unnoted,
      (select count(*)::int from notes where not exists (select from transaction_attempts a where a.id = notes.id)) as unstored,
      (select count(*)::int from (select from forms where reason = 'first' group by transaction_id having count(*) > 1) as t) as twice`
  if (!row || row.forms === 0) return ['the signer signed nothing']
  return [
    ...(row.unnoted > 0 ? [`${row.unnoted} stored forms that the signer noted nowhere`] : []),
    ...(row.unstored > 0 ? [`${row.unstored} notes of signatures without a stored form`] : []),
    ...(row.twice > 0 ? [`${row.twice} transactions signed twice for the first time`] : []),
  ]
}
