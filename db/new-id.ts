import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'
import { oncePerProcess } from './once-per-process'

const ID_BYTES = 16
/** Random bytes are drawn in bulk: one draw per id takes longer than the rest of an id. */
const pool = new Uint8Array(512 * ID_BYTES)
let drawn = pool.length
const newest = () => oncePerProcess('newest-id', () => ({ msecs: 0, seq: 0 }))

/** A UUID v7. Later ids of a process sort after its earlier ones, within a millisecond too. */
export function newId(): string {
  if (drawn === pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  const random = pool.subarray(drawn, drawn + ID_BYTES)
  drawn += ID_BYTES
  const last = newest()
  const now = Date.now()
  if (now > last.msecs) {
    last.msecs = now
    // Half of the counter's range is left for those that follow within the millisecond.
    last.seq = ((random[6] ?? 0) << 23) | ((random[7] ?? 0) << 16) | ((random[8] ?? 0) << 8) | (random[9] ?? 0)
  } else {
    last.seq += 1
  }
  return v7({ random, ...last })
}

/** All ids made before a moment sort before this one: a table is found by age through its primary key. */
export function firstIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** When an id was made. */
export function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}
