import { CREDITS, isUsageKind, type MeteredName, meteredLabel, type Uses } from '@/schemas/usage/words'
import { refusal } from '@/server/errors'
import { formatUtc } from '@/server/text/format-utc'
import { findUsed } from './find-used'
import { flushUsage, keyOf, type Meter, type Meters, processMeters } from './flush-usage'
import type { MeteredPlan } from './plan-terms'
import { type UsageWindow, usageWindow } from './usage-window'

/**
 * The maximum delay before usage is written. A killed process loses that much, and several processes may exceed a limit
 * by it.
 */
const FLUSH_MS = 1_000
type Using = { businessId: string; projectId: string; productId: number; plan: MeteredPlan; uses: Uses; now: Date }

/**
 * Counts uses in this process, without a round trip if the meter is known. Returns a function that takes them back.
 * Throws quota_exceeded (402) if a quota of the plan does not cover them; then nothing is counted.
 */
export async function meterUses(using: Using, state: Meters = processMeters()): Promise<() => void> {
  const { plan, uses, now } = using
  const window = usageWindow(plan, now)
  const meter = await meterOf(using, window, state)
  const costs = costsOf(uses, plan)
  for (const [name, cost] of costs) requireRoom(meter, { name, cost, plan, window })
  count(meter, costs, 1, state)
  let taken = true
  return () => {
    if (taken) count(meter, costs, -1, state)
    taken = false
  }
}

/** Uses with their total cost; a cost of 0 still requires a remaining quota. */
function costsOf(uses: Uses, { rates, quotas }: MeteredPlan): [MeteredName, number][] {
  const costs: [MeteredName, number][] = []
  let credits = 0
  for (const [kind, n] of Object.entries(uses)) {
    if (!isUsageKind(kind)) continue
    costs.push([kind, n])
    credits += n * (rates.get(kind) ?? 0)
  }
  if (rates.size > 0 || quotas.has(CREDITS)) costs.push([CREDITS, credits])
  return costs
}

function requireRoom(
  meter: Meter,
  { name, cost, plan, window }: { name: MeteredName; cost: number; plan: MeteredPlan; window: UsageWindow },
): void {
  const limit = plan.quotas.get(name)
  if (limit === undefined || (name === CREDITS && cost === 0)) return
  const used = (meter.usedByKind.get(name) ?? 0) + (meter.pending.get(name) ?? 0)
  if (used + Math.max(cost, 1) <= limit) return
  const label = meteredLabel(name)
  const resetsAt = window.end.toISOString()
  const message = `${label}: ${used} of ${limit} used, more from ${formatUtc(window.end, { seconds: false })}`
  const remedy = { plan: { productId: meter.productId } }
  throw refusal('quota_exceeded', { message, data: { kind: name, limit, used, resetsAt }, remedy })
}

function count(meter: Meter, costs: readonly [MeteredName, number][], sign: 1 | -1, state: Meters): void {
  // A meter that was dropped while its call ran may have been loaded again since.
  const live = state.loaded.get(keyOf(meter)) ?? meter
  for (const [name, cost] of costs) {
    if (cost !== 0) live.pending.set(name, (live.pending.get(name) ?? 0) + sign * cost)
  }
  live.usedAt = Date.now()
  state.loaded.set(keyOf(live), live)
  state.timer ??= setTimeout(() => void flushUsage(state), FLUSH_MS).unref()
}

function meterOf(using: Using, { start: periodStart }: UsageWindow, state: Meters): Promise<Meter> | Meter {
  const { businessId, projectId, productId } = using
  const key = keyOf({ projectId, productId, periodStart })
  const live = state.loaded.get(key)
  if (live) return live
  const loading = state.loading.get(key)
  if (loading) return loading
  const load = findUsed({ ...using, periodStart })
    .then(({ usedByKind, rolledOver }) => {
      const meter = {
        businessId,
        projectId,
        productId,
        periodStart,
        usedByKind,
        rolledOver,
        pending: new Map(),
        usedAt: Date.now(),
      }
      state.loaded.set(key, meter)
      return meter
    })
    .finally(() => state.loading.delete(key))
  state.loading.set(key, load)
  return load
}
