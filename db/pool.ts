import type postgres from 'postgres'
import type { Connection } from './connection'

export type Pool = Pick<postgres.Sql, 'unsafe' | 'options' | 'end'> & {
  /** A connection opened anew, after another one broke; what is sent there in one turn stays in order. */
  fresh: () => Pick<Connection, 'unsafe'>
  /** Hears a channel until the answered function is called, over lost connections too; `onListening` is called at each new start. */
  listen: (channel: string, onNotify: (text: string) => void, onListening?: () => void) => Promise<() => Promise<void>>
  notify: (channel: string, text: string) => Promise<void>
}
