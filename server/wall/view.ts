import type { paymentProviders } from '@/db/schema'
import { type ChainPulse, WALL_TASKS, type WallProject, type WallView } from '@/schemas/wall/contract'
import { formatUsd } from '@/server/money/usd'

type Count = { series: string; isOk: boolean; label: string; n: number; micros: bigint }

type Facts = {
  pulses: ChainPulse[]
  tasks: { task: string; count: number; oldestAt: string | null; oldestId: string | null }[]
  providers: readonly (typeof paymentProviders.$inferSelect & { hasKeys: boolean })[]
  counts: readonly Count[]
  /** Each with its hour. */
  hourly: readonly (Omit<Count, 'micros'> & { at: string; micros: string })[]
  /** The 24 hours, oldest first. */
  hours: readonly Date[]
  projects: readonly (Pick<WallProject, 'projectId' | 'projectName' | 'businessName'> & {
    counts: readonly (Omit<Count, 'micros'> & { micros: string })[]
  })[]
}

export function toWall({ pulses, tasks, providers, counts, hourly, hours, projects }: Facts): WallView {
  return {
    chains: pulses,
    tasks: WALL_TASKS.flatMap((task) => {
      const found = tasks.find((one) => one.task === task)
      return found && found.count > 0 ? [{ ...found, task }] : []
    }),
    providers: providers.map(({ name, isActive, hasKeys, lastOkAt, failingSince, lastFailure }) => ({
      name,
      isActive,
      hasKeys,
      lastOkAt: lastOkAt?.toISOString() ?? null,
      failingSince: failingSince?.toISOString() ?? null,
      lastFailure: failingSince ? lastFailure : null,
    })),
    day: { ...figuresOf(counts), feesUsd: formatUsd(microsOf(counts, 'fee')) },
    hours: hours.map((hour) => {
      const at = hour.toISOString()
      return { at, ...figuresOf(toCounts(hourly.filter((one) => one.at === at))) }
    }),
    projects: projects.map(({ counts: own, ...names }) => ({ ...names, ...figuresOf(toCounts(own)) })),
  }
}

function toCounts(rows: readonly (Omit<Count, 'micros'> & { micros: string })[]): Count[] {
  return rows.map((row) => ({ ...row, micros: BigInt(row.micros) }))
}

function figuresOf(counts: readonly Count[]) {
  const outcomes = (series: string) => ({
    ok: nOf(counts.filter((one) => one.series === series && one.isOk)),
    failed: nOf(counts.filter((one) => one.series === series && !one.isOk)),
  })
  return {
    transactions: outcomes('transaction'),
    requests: outcomes('request'),
    deliveries: outcomes('delivery'),
    volumeUsd: formatUsd(microsOf(counts, 'transaction') + microsOf(counts, 'payout')),
  }
}

/** Counts mainnets only, because test funds are not volume. */
function microsOf(counts: readonly Count[], series: string): bigint {
  return counts
    .filter((one) => one.series === series && one.label === 'MAINNET')
    .reduce((sum, { micros }) => sum + micros, 0n)
}

function nOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { n }) => sum + n, 0)
}
