import type postgres from 'postgres'
import type { Db } from './db'
import type { Intake } from './incoming-events'
import type { OpenCalls } from './open-calls'
import type { Registry } from './registry'
import type { StepRow } from './step-row'
import type { StoredEvent } from './stored-event'

export interface EngineOptions {
  port: number
  databaseUrl: string
  serveUrls: string[]
  /** The maximum number of concurrent calls to the application from this process. */
  workers: number
  /** Multiplies the service's back-off (15 s, 30 s, 1 min, ...); tests use a small one. */
  retryScale: number
  /** The time that an application may be unavailable before missing responses count as failed attempts. */
  graceMs: number
  /** The retention of ended runs and events. */
  retentionMs: number
  syncEveryMs: number
  signingKey?: string
  eventKey?: string
  host: string
}

export interface Engine {
  id: string
  /** Read this property for each piece of work: the connections are replaced after Postgres was killed. */
  readonly sql: postgres.Sql
  options: EngineOptions
  registry: Registry
  calls: OpenCalls
  /** Stores events and routes them. Returns their ids. */
  intake(request: Intake): Promise<string[]>
  /** Stores finished steps of a running call; false when the call lost its run. */
  checkpoint(rows: StepRow[]): Promise<boolean>
  /** Routes events, in the transaction that created them. */
  route(tx: Db, events: StoredEvent[]): Promise<void>
  /** Wakes the queue at a time, instead of waiting for its next poll. */
  wakeAt(due: Date): void
  log(message: string): void
}
