import type postgres from 'postgres'
import type { Connection } from './connection'

/**
 * The open and taken connections for transactions, the callers that wait for one, and the statements without an answer.
 */
export type PoolUsage = {
  open: number
  taken: number
  waiting: number
  waits: number
  waitedMs: number
  /** The wait of the first of those callers, in milliseconds; 0 if none waits. */
  longestWaitMs: number
  unanswered: number
}

export type Pool = Pick<postgres.Sql, 'unsafe' | 'options' | 'end'> & {
  /** A connection opened after another one broke; statements that are sent there in one turn keep their order. */
  fresh: () => Pick<Connection, 'unsafe'>
  /**
   * Listens to a channel until the returned function is called, also across lost connections. Calls `onListening` at
   * each new start.
   */
  listen: (channel: string, onNotify: (text: string) => void, onListening?: () => void) => Promise<() => Promise<void>>
  usage: () => PoolUsage
  notify: (channel: string, text: string) => Promise<void>
}
