import { z } from 'zod'
import { ACTIVITY_DAYS } from './words'

export const activityInput = z.object({ days: z.enum(ACTIVITY_DAYS).default('7') })
export type ActivityInput = z.output<typeof activityInput>

/** The unit of a chart's time: hours within one day, else days. */
export type ActivityStep = 'hour' | 'day'

/** Money that moved in one step, in USD at the price of its time; decimal strings. */
export type MoneyPoint = {
  /** Start of the step, ISO 8601 in UTC. */
  at: string
  inUsd: string
  outUsd: string
  feesUsd: string
  completed: number
  failed: number
}
type MoneyTotals = Omit<MoneyPoint, 'at'>

export type MoneyActivity = {
  step: ActivityStep
  /** The network of the money: a sum never includes testnets and mainnets. */
  network: 'MAINNET' | 'TESTNET'
  points: MoneyPoint[]
  totals: MoneyTotals
  /**
   * The totals of the period before, of the same length and up to the same hour; null if the project is newer than
   * that period.
   */
  before: MoneyTotals | null
  /**
   * A forecast of the USD balance: the daily cost of mainnet gas in the last `days` (since the first charge, at most
   * 14), and how long the rest lasts at that rate. Null before a day of charges, and for testnets.
   */
  forecast: { availableUsd: string; perDayUsd: string; days: number; daysLeft: number } | null
}

/**
 * Calls or delivery attempts of one step. Percentiles are upper bounds, at most a fifth too high; null if nothing
 * happened.
 */
export type RatePoint = { at: string; ok: number; failed: number; p50Ms: number | null; p95Ms: number | null }
type Rates = { step: ActivityStep; points: RatePoint[]; totals: Omit<RatePoint, 'at'> }

export type RequestActivity = Rates & {
  /** Failed calls by HTTP status, most first. */
  byStatus: { status: string; n: number }[]
}
/**
 * Attempts of one destination. `host`: URLs that single calls named, added up by host. `name`: the URL of an endpoint
 * or of an event subscription, or the host.
 */
export type DestinationAttempts = {
  id: string
  kind: 'endpoint' | 'subscription' | 'host'
  name: string
  ok: number
  failed: number
}
export type DeliveryActivity = Rates & {
  /** Attempts by destination, those with the most failures first. */
  byDestination: DestinationAttempts[]
}

/** Calls of one operation in one step: how many, and how many of them failed. */
export type OperationCell = { ok: number; failed: number }

/** The operations of a project with their outcomes by step, those with most failures first. */
export type OperationActivity = {
  step: ActivityStep
  /** Starts of the steps, ISO 8601 in UTC. */
  steps: string[]
  /** `operation`: method and path, as `GET /v1/wallets`. `cells`: one for each step. */
  operations: (OperationCell & {
    operation: string
    p50Ms: number | null
    p95Ms: number | null
    cells: OperationCell[]
  })[]
  /** The number of further operations. */
  more: number
}
