import type { paymentProviders } from '@/db/schema'
import { type ChainPulse, WALL_TASKS, type WallView } from '@/schemas/wall/contract'
import { formatUsd } from '@/server/money/usd'

type Count = { series: string; isOk: boolean; label: string; n: number; micros: bigint }

type Facts = {
  pulses: ChainPulse[]
  tasks: { task: string; count: number; oldestAt: string | null; oldestId: string | null }[]
  providers: readonly (typeof paymentProviders.$inferSelect)[]
  counts: readonly Count[]
}

export function toWall({ pulses, tasks, providers, counts }: Facts): WallView {
  const outcomes = (series: string) => ({
    ok: nOf(counts.filter((one) => one.series === series && one.isOk)),
    failed: nOf(counts.filter((one) => one.series === series && !one.isOk)),
  })
  // Play money is no volume.
  const microsOf = (series: string) =>
    counts
      .filter((one) => one.series === series && one.label === 'MAINNET')
      .reduce((sum, { micros }) => sum + micros, 0n)
  return {
    chains: pulses,
    tasks: WALL_TASKS.flatMap((task) => {
      const found = tasks.find((one) => one.task === task)
      return found && found.count > 0 ? [{ ...found, task }] : []
    }),
    providers: providers.map(({ name, isActive, lastOkAt, failingSince, lastFailure }) => ({
      name,
      isActive,
      lastOkAt: lastOkAt?.toISOString() ?? null,
      failingSince: failingSince?.toISOString() ?? null,
      lastFailure: failingSince ? lastFailure : null,
    })),
    day: {
      transactions: outcomes('transaction'),
      requests: outcomes('request'),
      deliveries: outcomes('delivery'),
      volumeUsd: formatUsd(microsOf('transaction') + microsOf('payout')),
      feesUsd: formatUsd(microsOf('fee')),
    },
  }
}

function nOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { n }) => sum + n, 0)
}
