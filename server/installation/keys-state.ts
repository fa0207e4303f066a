import { oncePerProcess } from '@/db/once-per-process'
import type { KeyFault } from '@/server/custody/key-fault'
import type { ReadinessCheck } from '@/server/readiness-check'

/** The last known state of this process's keys; `not_proven` until Postgres first answers. */
type KeysState = { state: 'ok' | 'not_proven' | KeyFault; wasRight: boolean }

export const keysState = () => oncePerProcess('keys-state', (): KeysState => ({ state: 'not_proven', wasRight: false }))

export const keysCheck: ReadinessCheck = {
  name: 'keys',
  isRequired: true,
  ask: () => keysState().state,
  otherwise: 'not_proven',
}
