import { oncePerProcess } from '@/db/once-per-process'
import type { KeyFault } from '@/server/custody/key-fault'

/** What this process last saw of its keys; nothing was proven before Postgres answered it. */
export type KeysState = { state: 'ok' | 'not_proven' | KeyFault; wasRight: boolean }

export const keysState = () => oncePerProcess('keys-state', (): KeysState => ({ state: 'not_proven', wasRight: false }))
